import { sql } from 'drizzle-orm'
import { type App, type Context, type Services, withCtx } from '../platform/app'
import { rowsOf } from '../platform/context'
import { ApiError, notFound } from '../platform/errors'
import { f } from '../platform/fields'
import { resource } from '../platform/resource'

/** Official tables of codes, loaded by `prumo import ncm|cfop|cest`. */

const table = (name: 'ncm' | 'cfop' | 'cest', title: string, digits: number) =>
  resource({
    name,
    paths: [name, `nfe/${name}`],
    title,
    right: 'tributacao',
    open: true,
    company: 'none',
    fields: {
      codigo: f.text('Código', { max: digits, min: digits, normalize: digitsOnly }).required(),
      descricao: f.text('Descrição', { max: 1000 }).required(),
    },
    search: ['codigo', 'descricao'],
    display: ['codigo', 'descricao'],
    unique: [['codigo']],
    defaultOrder: 'codigo',
  })

function digitsOnly(text: string) {
  return /^\d+$/.test(text) ? { ok: text } : { error: 'Use só algarismos.' }
}

export const ncm = table('ncm', 'NCM', 8)
export const cfop = table('cfop', 'CFOP', 4)
export const cest = table('cest', 'CEST', 7)

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

/** Without the table nobody can say that a code does not exist. */
const notLoaded = () =>
  new ApiError(503, 'integration_not_configured', 'A tabela de NCM não foi carregada (prumo import ncm).')

async function isLoaded(services: Services, c: Context): Promise<boolean> {
  return (await withCtx(services, c, 'read', (ctx) => rowsOf(ctx, sql`select 1 from ncm limit 1`))).length > 0
}
