import { type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { costToPrice, ratesOf } from '../../../core/pricing/price-row'
import { mercadoria } from '../../estoque/mercadoria'
import { action } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { list } from '../../platform/engine/list'
import { intArray, type QueryParams, readListQuery, whereOf } from '../../platform/engine/query'
import { wholeTotals } from '../../platform/engine/totals'
import { load } from '../../platform/engine/write'
import { invalid } from '../../platform/errors'
import { readId } from '../../platform/parse'
import type { Row } from '../../platform/resource'
import { assertMay } from '../../platform/rights'
import { tabelaPreco } from './tabela-preco'

/** A list's own query: texts, as an address carries them. */
export const listQuery = v.record(v.string(), v.optional(v.pipe(v.string(), v.maxLength(10_000))))

/** What a list of a table's goods asks: which table, in its `where`, and of the goods what any list of them may be asked; in `custom`, true is this table. */
function splitTable(params: QueryParams): { readonly table: number | undefined; readonly params: QueryParams } {
  const { tabela_preco_id, ...where } = objectIn(params, 'where')
  const table = readId(tabela_preco_id)
  const custom = Object.entries(objectIn(params, 'custom')).map(([name, one]) => [name, one === true ? table : one])
  const parts = { where: JSON.stringify(where), custom: JSON.stringify(Object.fromEntries(custom)) }
  return { table, params: { ...params, ...parts } }
}

function objectIn(params: QueryParams, name: 'where' | 'custom'): Row {
  const text = params[name]
  if (!text) return {}
  try {
    const told: unknown = JSON.parse(text)
    if (typeof told === 'object' && told !== null && !Array.isArray(told)) return { ...told }
  } catch {
    // told below, as any other wrong shape
  }
  throw invalid({ [name]: ['Informe um objeto JSON.'] })
}

/**
 * The goods as they stand in a price table, whether they have a price there or not: `GET comercial/tabela_preco/mercadorias` with a list's own
 * query, the table among its conditions (`where={"tabela_preco_id":1}`). Each row is that of the goods, with its price (`vUnTrib`, null for none), the
 * version of that (`preco_versao`), and the price in the table that this one is a copy of (`vBase`). Throws 403, 404, 422.
 */
export const goods = action(tabelaPreco, 'mercadorias', {
  on: 'collection',
  right: 'own',
  reads: true,
  summary: 'Lista as mercadorias com o seu preço na tabela; a tabela vem em where.tabela_preco_id',
  input: listQuery,
  answer: v.object({
    data: v.array(v.record(v.string(), v.unknown())),
    last_page: v.number(),
    current_page: v.number(),
    total: v.number(),
    total_capped: v.optional(v.boolean()),
  }),
  run: async ({ ctx, input }) => {
    assertMay(ctx, mercadoria, 'read')
    const { table: id, params } = splitTable(input)
    if (id === undefined) throw invalid({ tabela_preco_id: ['Selecione um registro válido.'] })
    const table = await load(ctx, tabelaPreco, id)
    const { sums: _sums, ...page } = await list(ctx, mercadoria, params)
    const prices = await pricesIn(
      ctx,
      table,
      page.data.map((row) => Number(row.id)),
    )
    const of = { tabela_preco_id: table.id, tabela_preco: { id: table.id, descricao: table.descricao } }
    return {
      ...page,
      data: page.data.map((row) => {
        const price = prices.get(Number(row.id)) ?? NO_PRICE
        return { ...row, ...of, ...price, ...ratesNow(row, price.vUnTrib) }
      }),
    }
  },
})

/** How many goods that list finds, exactly: asked for where it tells an estimate, as of any list. */
export const goodsTotals = action(tabelaPreco, 'mercadorias/totais', {
  on: 'collection',
  right: 'own',
  reads: true,
  summary: 'Conta as mercadorias da lista da tabela, exatamente',
  input: listQuery,
  answer: v.object({ total: v.number(), sums: v.record(v.string(), v.unknown()) }),
  run: async ({ ctx, input }) => {
    assertMay(ctx, mercadoria, 'read')
    return wholeTotals(ctx, mercadoria, splitTable(input).params)
  },
})

/** What a price earns over what the goods cost now; nothing of it for who may not know costs. */
function ratesNow({ custo, vCustoMedio }: Row, vUnTrib: number | null): Row {
  if (custo === undefined) return {}
  const cost = costToPrice(amount(vCustoMedio), amount(custo))
  if (cost === null || vUnTrib === null) return { pMargem: null, pMarkup: null }
  const { pMargem, pMarkup } = ratesOf(vUnTrib, cost)
  return { pMargem: number(pMargem), pMarkup: number(pMarkup) }
}

const amount = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))

interface PriceHere {
  readonly preco_id: number | null
  readonly preco_versao: number | null
  readonly vUnTrib: number | null
  readonly vBase: number | null
}

const NO_PRICE: PriceHere = { preco_id: null, preco_versao: null, vUnTrib: null, vBase: null }
const number = (value: unknown): number | null => (value === null || value === undefined ? null : Number(value))

async function pricesIn(
  ctx: Ctx,
  { id, tabela_base_id }: { readonly id: number; readonly tabela_base_id: number | null },
  goods: readonly number[],
): Promise<ReadonlyMap<number, PriceHere>> {
  const rows = await rowsOf(
    ctx,
    sql`select m.id, p.id as preco_id, p.versao, p."vUnTrib"::text as price, b."vUnTrib"::text as base
        from unnest(${intArray(goods)}::int[]) m (id)
        left join mercadoria_preco p on p.mercadoria_id = m.id and p.tabela_preco_id = ${id}
        left join mercadoria_preco b on b.mercadoria_id = m.id and b.tabela_preco_id = ${tabela_base_id}::int`,
  )
  return new Map(
    rows.map(({ id: of, preco_id, versao, price, base }) => [
      Number(of),
      { preco_id: number(preco_id), preco_versao: number(versao), vUnTrib: number(price), vBase: number(base) },
    ]),
  )
}

/** SQL of the numbers of the goods that a change is about: those that are named, else those that a list's query finds, else all; active ones alone. */
export function chosenGoods(
  ctx: Ctx,
  { id_list, filtro }: { readonly id_list: readonly number[]; readonly filtro: QueryParams | undefined },
): SQL {
  if (id_list.length > 0)
    return sql`select t.id from mercadoria t where t.ativo and t.id = any (${intArray(id_list)}::int[])`
  const { filters } = readListQuery(ctx, mercadoria, filtro ? splitTable(filtro).params : {})
  return sql`select t.id from mercadoria t ${whereOf([sql`t.ativo`, ...filters])}`
}
