import { type App, type Context, type Services, withCtx } from '../../platform/app'
import type { Ctx } from '../../platform/context'
import { list } from '../../platform/engine/list'
import { load } from '../../platform/engine/write'
import { notFound } from '../../platform/errors'
import { readId } from '../../platform/parse'
import { assertMay, may } from '../../platform/rights'
import { sum } from '../../area'
import type { Report } from '../report'
import { relatorioProprio } from './relatorio-proprio'
import { CATEGORY, ownName, ownReport } from './report'

/** The report of a number, for its reader now. Throws 404 where they do not see it, 403 and 422 as running it does. */
export function loadOwn(services: Services, c: Context, given: string): Promise<Report> {
  return withCtx(services, c, 'read', async (ctx) => {
    assertMay(ctx, relatorioProprio, 'read')
    const id = readId(given)
    if (id === undefined) throw notFound()
    return ownReport(ctx, await load(ctx, relatorioProprio, id), c.req.query('conteudo'))
  })
}

type Answer = (c: Context, one: Report, output: string) => Promise<Response>

/** `GET /api/relatorios/proprio/{id}/{html|pdf|export}`: the launcher's outputs, by the number of the report. */
export function mountOwn(app: App, services: Services, answer: Answer): void {
  for (const [path, outputOf] of Object.entries(PATHS))
    app.get(`/api/relatorios/proprio/:id/${path}`, async (c) =>
      answer(c, await loadOwn(services, c, c.req.param('id')), outputOf(c)),
    )
}

const PATHS: Readonly<Record<string, (c: Context) => string>> = {
  html: () => 'html',
  pdf: () => 'pdf',
  export: (c) => {
    const format = c.req.query('format') ?? 'xlsx'
    return format === 'csv' || format === 'xlsx' ? format : ''
  },
}

/** Reports that the launcher lists. */
const MOST = 200

/** The reports that somebody may run, of their own and shared, as the launcher lists them. */
export async function ownListed(ctx: Ctx) {
  const open = new Set(sum('resources').flatMap((one) => (may(ctx, one, 'read') ? [one.name] : [])))
  const { data } = await list(ctx, relatorioProprio, { perPage: String(MOST) })
  return data
    .filter(({ recurso }) => open.has(String(recurso)))
    .map(({ id, nome, descricao }) => ({
      rel_name: ownName(id),
      title: String(nome),
      description: String(descricao ?? ''),
      category: CATEGORY,
    }))
}
