import { sql } from 'drizzle-orm'
import { type App, type Context, type Services, withCtx } from '../platform/app'
import { type Ctx, rowsOf } from '../platform/context'
import { codeNotice } from '../../core/fiscal/official-code'
import { ApiError } from '../platform/errors'
import { ASKED_DIGITS, type CodeTable, codeFields } from '../../core/fields/cadastros/tabelas-fiscais'
import { resource } from '../platform/resource'

/** Official tables of codes, loaded by `prumo import ncm|cfop|cest|cst|cclasstrib`. */

const table = <T extends CodeTable>(name: T, title: string, unique: readonly string[] = ['codigo']) =>
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
    unique: [unique],
    defaultOrder: 'codigo',
  })

export const ncm = table('ncm', 'NCM')
export const cfop = table('cfop', 'CFOP')
export const cest = table('cest', 'CEST')
export const cst = table('cst', 'CST', ['imposto', 'codigo'])
export const cclasstrib = table('cclasstrib', 'Classificação tributária')

const LABELS: Readonly<Record<string, string>> = {
  ncm: 'NCM',
  cest: 'CEST',
  cclasstrib: 'Classificação tributária (IBS e CBS)',
}

/**
 * `GET /api/ncm/{code}`, and so for CEST and cClassTrib: the digits of a code, not a record's number, with `aviso` where it is not in force. 404 says that the
 * table does not know it, 503 that the table is not there.
 */
export function mountCodes(app: App, services: Services): void {
  for (const [name, digits] of Object.entries(ASKED_DIGITS)) {
    const label = LABELS[name] ?? name
    app.get(`/api/${name}/:code{[0-9]{${digits}}}`, async (c) => {
      const { row, today } = await withCtx(services, c, 'read', async (ctx) => {
        const code = c.req.param('code')
        const [found] = await rowsOf(
          ctx,
          sql`select id, codigo, descricao, "dInicio"::text, "dFim"::text from ${sql.raw(name)} where codigo = ${code}`,
        )
        return { row: found, today: ctx.clock.today() }
      })
      if (row) return c.json({ ...row, ...noticeOf(label, row, today) })
      throw (await isLoaded(services, c, name))
        ? new ApiError(404, 'not_found', codeNotice(label, undefined, today) ?? label)
        : notLoaded(label, name)
    })
  }
}

function noticeOf(label: string, row: Awaited<ReturnType<typeof rowsOf>>[number], today: string): object {
  const day = (value: unknown) => (typeof value === 'string' ? value : null)
  const aviso = codeNotice(label, { dInicio: day(row.dInicio), dFim: day(row.dFim) }, today)
  return aviso === undefined ? {} : { aviso }
}

/** Without the table nobody can say that a code does not exist. */
const notLoaded = (label: string, name: string) =>
  new ApiError(503, 'integration_not_configured', `A tabela de ${label} não foi carregada (prumo import ${name}).`)

const isLoaded = (services: Services, c: Context, name: string): Promise<boolean> =>
  withCtx(
    services,
    c,
    'read',
    async (ctx: Ctx) => (await rowsOf(ctx, sql`select 1 from ${sql.raw(name)} limit 1`)).length > 0,
  )
