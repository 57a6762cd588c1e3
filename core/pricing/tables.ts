import { CoreError } from '../errors'
import { type Amount, type Decimal, ONE, decimal } from '../money/decimal'
import { amountOf } from './line'

export interface TablePrice<Id extends string | number> {
  readonly tabela_preco_id: Id
  readonly vUnTrib: Amount
}

const MAX_TABLES = 10_000

/**
 * The price table a net price falls in: the one with the highest price not above it, else the cheapest; the first of equals.
 * Throws `no_table` without tables. Source: document 2, section 9.
 */
export function pickTable<Id extends string | number>(
  vUnLiquido: Amount,
  tables: readonly TablePrice<Id>[],
): { readonly tabela_preco_id: Id; readonly vUnTrib: Decimal } {
  const net = amountOf(vUnLiquido, 'O preço')
  if (tables.length > MAX_TABLES)
    throw new CoreError('too_many_tables', `São no máximo ${MAX_TABLES} tabelas de preço.`)
  const priced = tables.map((table) => ({ tabela_preco_id: table.tabela_preco_id, vUnTrib: decimal(table.vUnTrib) }))
  const [first, ...others] = priced
  if (!first) throw new CoreError('no_table', 'Nenhuma tabela de preço informada.')
  return others.reduce((best, table) => {
    const [bestFits, fits] = [best.vUnTrib.lte(net), table.vUnTrib.lte(net)]
    if (bestFits !== fits) return fits ? table : best
    return (fits ? table.vUnTrib.gt(best.vUnTrib) : table.vUnTrib.lt(best.vUnTrib)) ? table : best
  }, first)
}

const ENDING = decimal('0.90')

/** The next price up or down that ends in .90; never below 0.90 (the arrow keys of a price field). */
export function step90(preco: Amount, direction: 'up' | 'down'): Decimal {
  const price = amountOf(preco, 'O preço')
  const here = price.round(0, 'down').plus(ENDING)
  if (direction === 'up') return here.gt(price) ? here : here.plus(ONE)
  const below = here.lt(price) ? here : here.minus(ONE)
  return below.lt(ENDING) ? ENDING : below
}
