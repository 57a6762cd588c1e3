import { sql } from 'drizzle-orm'
import { type App, type Context, type Services, withCtx } from '../platform/app'
import { type Ctx, rowsOf } from '../platform/context'
import { ApiError, invalid, notFound } from '../platform/errors'
import { codeFields } from '../../core/fields/cadastros/tabelas-fiscais'
import { type Draft, resource } from '../platform/resource'

/** Official tables of codes, loaded by `prumo import ncm|cfop|cest`. */

const table = (name: 'ncm' | 'cfop' | 'cest', title: string) =>
  resource({
    name,
    paths: [name, `nfe/${name}`],
    title,
    right: 'tributacao',
    open: true,
    company: 'none',
    fields: codeFields[name],
    search: ['codigo', 'descricao'],
    display: ['codigo', 'descricao'],
    unique: [['codigo']],
    defaultOrder: 'codigo',
  })

export const ncm = table('ncm', 'NCM')
export const cfop = table('cfop', 'CFOP')
export const cest = table('cest', 'CEST')

/** `GET /api/ncm/{code}`: the eight digits of a code, not a record's number. 404 says that there is no such code, 503 that the table is not there. */
export function mountNcm(app: App, services: Services): void {
  app.get('/api/ncm/:code{[0-9]{8}}', async (c) => {
    const [row] = await withCtx(services, c, 'read', (ctx) =>
      rowsOf(ctx, sql`select id, codigo, descricao from ncm where codigo = ${c.req.param('code')}`),
    )
    if (row) return c.json(row)
    throw (await isLoaded(services, c)) ? notFound() : notLoaded()
  })
}

/** Refuses codes that start to be used and that the official table, where it is loaded, does not know (R1-065). */
export async function assertNcm(ctx: Ctx, drafts: readonly Draft[]): Promise<void> {
  const codes = drafts.map(({ before, values }) => (values.NCM === before?.NCM ? undefined : values.NCM))
  const wanted = [...new Set(codes.filter((code) => typeof code === 'string'))]
  if (wanted.length === 0) return
  const list = sql.join(
    wanted.map((code) => sql`${code}`),
    sql`, `,
  )
  const [row] = await rowsOf(
    ctx,
    sql`select exists (select 1 from ncm) as loaded, (select count(*)::int from ncm where codigo in (${list})) as known`,
  )
  if (row?.loaded === true && row.known !== wanted.length) throw invalid({ NCM: ['NCM não encontrado na tabela.'] })
}

/** Without the table nobody can say that a code does not exist. */
const notLoaded = () =>
  new ApiError(503, 'integration_not_configured', 'A tabela de NCM não foi carregada (prumo import ncm).')

async function isLoaded(services: Services, c: Context): Promise<boolean> {
  return (await withCtx(services, c, 'read', (ctx) => rowsOf(ctx, sql`select 1 from ncm limit 1`))).length > 0
}
