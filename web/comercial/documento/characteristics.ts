import { decimal } from '../../../core/money/decimal'
import { list } from '../../app/api'
import { numberOf, textOf, type Row, type Values } from '../../ui/row'
import { costOf } from './cost'

const MOST = 1000

/** The active characteristics of some products with what they draw, by the number of the product; costs for those alone who may know them. */
export async function characteristicsOf(ids: readonly string[]): Promise<ReadonlyMap<string, readonly Row[]>> {
  if (ids.length === 0) return new Map()
  const where = { mercadoria_id: ids.map(Number), ativo: true }
  const { data: rows } = await list('estoque/mercadoria_caracteristica', {
    where,
    perPage: MOST,
    orderBy: 'id',
    sortedBy: 'asc',
  })
  if (rows.length === 0) return new Map()
  const { data: supplies } = await list('estoque/mercadoria_caracteristica_insumo', {
    where: { mercadoria_caracteristica_id: rows.map(({ id }) => id) },
    perPage: MOST,
    orderBy: 'id',
    sortedBy: 'asc',
  })
  const products = [...new Set(supplies.map((one) => numberOf(one.mercadoria_id) ?? 0))]
  const costs = await supplyCosts(products)
  const drawn = Map.groupBy(supplies, (one) => textOf(one.mercadoria_caracteristica_id))
  const full = rows.map((row): Row => ({
    ...row,
    insumos: (drawn.get(textOf(row.id)) ?? []).map((one) => ({ ...one, ...costs.get(textOf(one.mercadoria_id)) })),
  }))
  return Map.groupBy(full, (row) => textOf(row.mercadoria_id))
}

/** What supplies cost, by their number; nothing of it to those who may not know. */
async function supplyCosts(ids: readonly number[]): Promise<ReadonlyMap<string, Values>> {
  if (ids.length === 0) return new Map()
  const { data } = await list('mercadoria', { custom: { ids }, perPage: MOST })
  return new Map(data.map((row) => [textOf(row.id), costOfSupply(row)]))
}

/** What is kept of a product as a supply, at its cost to four decimals. */
export function costOfSupply(product: Values): Values {
  const cost = costOf(product)
  return cost === null ? {} : { vCusto: Number(decimal(cost).round(4, 'half-up').toString()) }
}
