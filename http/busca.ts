import { type SQL, sql } from 'drizzle-orm'
import { formatCurrency } from '../core/br/number'
import { showTaxId } from '../core/br/tax-id'
import { formatDate } from '../core/br/date-text'
import { cliente, fornecedor } from './cadastros/pessoas'
import { orcamento } from './comercial/orcamento/orcamento'
import { venda } from './comercial/venda/venda'
import { nfeCompra } from './compras/nfe_compra/nfe-compra'
import { entrada } from './estoque/entrada/entrada'
import { mercadoria } from './estoque/mercadoria'
import { PLANNED_ANEW } from './db/pool'
import { type App, type Services, withCtx } from './platform/app'
import { type Ctx, rowsOf } from './platform/context'
import { intArray } from './platform/engine/query'
import { contains, searchText } from './platform/engine/search-text'
import type { Resource, Row } from './platform/resource'
import { may } from './platform/rights'

const LIMITS = { text: 100, words: 6, perKind: 8, all: 30 }
/** Shorter words have no trigram that an index could find them by. */
const TRIGRAM = 3

/** One line of the palette. */
export interface Found {
  readonly resource: string
  readonly id: number
  readonly title: string
  readonly subtitle: string
  readonly path: string
}

/** What was typed, as the kinds of searches want it. */
interface Typed {
  readonly words: readonly string[]
  readonly text: string
  /** Without the punctuation of codes and tax ids. */
  readonly code: string
  /** Set when it can be a document's number. */
  readonly number: number | undefined
}

/** `GET /api/busca?q=`: records by name, code, number or key, for the palette: at most 8 of a kind and 30 in all, only what the caller may read. */
export function mountBusca(app: App, services: Services): void {
  app.get('/api/busca', async (c) => {
    const typed = read(c.req.query('q') ?? '')
    return c.json({ data: typed ? await withCtx(services, c, 'read', (ctx) => search(ctx, typed)) : [] })
  })
}

function read(q: string): Typed | undefined {
  const text = q.slice(0, LIMITS.text).replaceAll('\0', '').toWellFormed().trim()
  const code = text.replaceAll(/[\s./-]/g, '')
  const number = /^#?\d{1,9}$/.test(text) ? Number(text.replace('#', '')) : undefined
  if (text.length < 2 && number === undefined) return undefined
  return { words: text.split(/\s+/).slice(0, LIMITS.words), text, code, number }
}

const KINDS: readonly { readonly resource: Resource; readonly find: (ctx: Ctx, typed: Typed) => Promise<Found[]> }[] = [
  {
    resource: venda,
    find: (ctx, typed) => documents(ctx, typed, { resource: venda, label: 'Venda', section: 'comercial/venda' }),
  },
  {
    resource: orcamento,
    find: (ctx, typed) =>
      documents(ctx, typed, { resource: orcamento, label: 'Orçamento', section: 'comercial/orcamento' }),
  },
  { resource: cliente, find: (ctx, typed) => people(ctx, typed, cliente, 'cadastros/cliente') },
  { resource: mercadoria, find: products },
  { resource: fornecedor, find: (ctx, typed) => people(ctx, typed, fornecedor, 'cadastros/fornecedor') },
  { resource: entrada, find: entries },
  { resource: nfeCompra, find: invoices },
]

/** Runs the searches together on one connection. */
async function search(ctx: Ctx, typed: Typed): Promise<Found[]> {
  const lists = await Promise.all(
    KINDS.filter(({ resource }) => may(ctx, resource, 'read')).map(({ find }) => find(ctx, typed)),
  )
  return lists.flatMap((list) => list.slice(0, LIMITS.perKind)).slice(0, LIMITS.all)
}

const held = (word: string) => contains(sql`t.busca`, word)

/**
 * The ids of records nearest to what was typed, best first, as a table `x (id, o)`: those found exactly, those whose name begins so, and
 * only when these are few those that hold every word. Each part stops at its limit, so that common words cost no more than rare ones.
 */
function nearest(table: SQL, name: string, typed: Typed, exact: SQL = sql`select null::int as id where false`): SQL {
  const own = sql`prumo_busca(t.${sql.raw(`"${name}"`)})`
  const words = typed.words.some((word) => word.length >= TRIGRAM) ? all(typed.words) : sql`false`
  const bare = typed.code !== typed.text && typed.code.length >= TRIGRAM && /\d/.test(typed.code)
  // CNPJ, phones and bar codes are stored bare.
  const wanted = bare ? sql`(${words} or ${held(typed.code)})` : words
  const key = searchText(typed.text)
  return sql`${PLANNED_ANEW}
    with e as (${exact}),
    p as (select t.id from ${table} t where ${own} >= ${key} and ${own} < ${key} || ${LAST}
          order by ${own}, t.id limit ${LIMITS.perKind}),
    c as (select t.id from ${table} t where ${wanted} and (select count(*) from p) < ${LIMITS.perKind} limit ${2 * LIMITS.perKind}),
    x as (select id, min(o) as o from (select id, 0 as o from e union all select id, 1 from p union all select id, 2 from c) found group by id)`
}

const all = (words: readonly string[]) => sql`(${sql.join(words.map(held), sql` and `)})`
/** Sorts after every letter. */
const LAST = '\u{10FFFD}'

/** Joins the nearest ids to their records. */
const inOrder = (table: SQL, name: string) =>
  sql`from x join ${table} t on t.id = x.id order by x.o, prumo_busca(t.${sql.raw(`"${name}"`)}), t.id limit ${LIMITS.perKind}`

async function people(ctx: Ctx, typed: Typed, resource: Resource, section: string): Promise<Found[]> {
  const table = sql.raw(`"${resource.name}"`)
  const rows = await rowsOf(
    ctx,
    sql`${nearest(table, 'xNome', typed)} select t.id, t."xNome", t."xFant", t."CNPJ_CPF" ${inOrder(table, 'xNome')}`,
  )
  return rows.map((row) =>
    found(resource, section, row, {
      title: String(row.xNome),
      subtitle: [text(row.xFant), showTaxId(text(row.CNPJ_CPF))],
    }),
  )
}

async function products(ctx: Ctx, typed: Typed): Promise<Found[]> {
  const table = sql`mercadoria`
  const exact = sql`select id from mercadoria where codigo = ${typed.text} or "cEAN" = ${typed.code}
    union select mercadoria_id from mercadoria_ean_auxiliar where "cEAN" = ${typed.code}`
  const rows = await rowsOf(
    ctx,
    sql`${nearest(table, 'xProd', typed, exact)} select t.id, t."xProd", t.codigo, t."cEAN" ${inOrder(table, 'xProd')}`,
  )
  return rows.map((row) =>
    found(mercadoria, 'estoque/mercadoria', row, {
      title: String(row.xProd),
      subtitle: [text(row.codigo), text(row.cEAN)],
    }),
  )
}

const mine = (ctx: Ctx) => sql`t.empresa_id = any (${intArray(ctx.actor.empresas)}::int[])`

interface DocumentKind {
  readonly resource: Resource
  readonly label: string
  readonly section: string
}

async function documents(ctx: Ctx, { number }: Typed, { resource, label, section }: DocumentKind): Promise<Found[]> {
  if (number === undefined) return []
  const rows = await rowsOf(
    ctx,
    sql`select t.id, t."vTotal", t.criado_em, c."xNome" from ${sql.raw(`"${resource.name}"`)} t left join cliente c on c.id = t.cliente_id
        where t.id = ${number} and ${mine(ctx)}`,
  )
  return rows.map((row) =>
    found(resource, section, row, {
      title: `${label} ${String(row.id)}`,
      subtitle: [text(row.xNome), formatDate(text(row.criado_em)), formatCurrency(text(row.vTotal) || '0')],
    }),
  )
}

async function entries(ctx: Ctx, { number, code }: Typed): Promise<Found[]> {
  const key = isKey(code)
  if (number === undefined && !key) return []
  const wanted = key ? sql`t.busca like '%' || ${code} || '%'` : sql`(t.id = ${number} or t."nNF" = ${number})`
  const rows = await rowsOf(
    ctx,
    sql`select t.id, t."nNF", t."vTotal", f."xNome" from entrada t left join fornecedor f on f.id = t.fornecedor_id
        where ${wanted} and ${mine(ctx)} order by t.id desc limit ${LIMITS.perKind}`,
  )
  return rows.map((row) =>
    found(entrada, 'estoque/entrada', row, {
      title: `Entrada ${String(row.id)}`,
      subtitle: [
        text(row.xNome),
        row.nNF === null ? '' : `NF ${String(row.nNF)}`,
        formatCurrency(text(row.vTotal) || '0'),
      ],
    }),
  )
}

async function invoices(ctx: Ctx, { code }: Typed): Promise<Found[]> {
  if (!isKey(code)) return []
  const rows = await rowsOf(
    ctx,
    sql`select t.id, t."nNF", t."xNome", t."vNF" from nfe_compra t where t.chave = ${code} and ${mine(ctx)} limit ${LIMITS.perKind}`,
  )
  return rows.map((row) =>
    found(nfeCompra, 'compras/nfe_compra', row, {
      title: `NF-e ${String(row.nNF)}`,
      subtitle: [text(row.xNome), formatCurrency(text(row.vNF) || '0')],
    }),
  )
}

/** 44 characters, digits but where a CNPJ may hold letters. */
const isKey = (code: string) => /^[0-9A-Za-z]{44}$/.test(code)

const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

function found(
  resource: Resource,
  section: string,
  row: Row,
  shown: { readonly title: string; readonly subtitle: readonly string[] },
): Found {
  const subtitle = shown.subtitle.filter((part) => part !== '' && part !== '--').join(' · ')
  return {
    resource: resource.name,
    id: Number(row.id),
    title: shown.title,
    subtitle,
    path: `/ui/${section}/edit/${String(row.id)}`,
  }
}
