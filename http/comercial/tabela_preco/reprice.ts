import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { formatPercent } from '../../../core/br/number'
import { type Decimal, decimal, HUNDRED, roundHalfUp } from '../../../core/money/decimal'
import { BY_MARKUP } from '../../../core/pricing/margin'
import { AS_IT_COMES, AT_5_CENTS, AT_90, AT_99, type Ending, endPrice, priceRow } from '../../../core/pricing/price-row'
import { assertMayKnowCosts, costIn } from '../../estoque/costs'
import { action } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { badRequest } from '../../platform/errors'
import { intArray } from '../../platform/engine/query'
import { decimalInput, idList } from '../../platform/inputs'
import type { Row } from '../../platform/resource'
import { chosenGoods, listQuery } from './goods'
import { type NewPrice, pricedRow, storePrices } from './store'
import { tabelaPreco } from './tabela-preco'

const ending = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^[0-3]$/), v.transform(Number))]),
  v.picklist([AS_IT_COMES, AT_90, AT_99, AT_5_CENTS]),
)

/** How prices change: by one of the rates, in percent, and how they end. */
export const rates = {
  pMargem: v.optional(v.nullable(decimalInput)),
  pMarkup: v.optional(v.nullable(decimalInput)),
  /** By how much the prices of the table change; goes before the rates. */
  pReajuste: v.optional(v.nullable(decimalInput)),
  arredonda: v.optional(v.nullable(ending)),
}
const pricingInput = v.object({
  ...rates,
  id_list: v.optional(idList, []),
  /** What a list of the table's goods asks, where no goods are named: `search`, `where`, `between`, `custom`. */
  filtro: v.optional(listQuery),
})
type Pricing = v.InferOutput<typeof pricingInput>

/**
 * Prices products in a table from their cost: by margin, by markup, or each by the way its register says with the table's usual rates; or changes the
 * prices that it has by a percentage. Without ids, all active products that a filter finds. Percentages are percent. Undone by `desfazPrecos`.
 */
export const precifica = action(tabelaPreco, 'precifica', {
  on: 'record',
  right: 'edit',
  summary: 'Calcula os preços da tabela por margem ou markup sobre o custo, ou por reajuste.',
  input: pricingInput,
  answer: v.object({ quantidade: v.number(), ignoradas: v.number(), alteracao_id: v.nullable(v.number()) }),
  run: async ({ ctx, record, input }) => {
    const rows = await pricedRows(ctx, record, input)
    const { alteracao_id } = await storePrices(ctx, record.id, rows, {
      acao: 'precifica',
      told: tellRates(record, input),
    })
    return { quantidade: rows.length, ignoradas: ignored(input, rows), alteracao_id }
  },
})

/** Prices that are shown before they are changed. */
const PREVIEWED = 1_000

/** What `precifica` would make of each price: of those that would differ, the old one and the new one. Nothing is written. */
export const previsaoPrecos = action(tabelaPreco, 'previsaoPrecos', {
  on: 'record',
  right: 'edit',
  reads: true,
  summary: 'Mostra os preços de antes e de depois, sem alterar nada.',
  input: pricingInput,
  answer: v.object({
    data: v.array(
      v.object({
        mercadoria_id: v.number(),
        codigo: v.nullable(v.string()),
        xProd: v.string(),
        de: v.nullable(v.number()),
        para: v.number(),
      }),
    ),
    quantidade: v.number(),
    alteradas: v.number(),
    ignoradas: v.number(),
  }),
  run: async ({ ctx, record, input }) => {
    const rows = await pricedRows(ctx, record, input)
    const changed = rows.filter(({ vUnTrib, before }) => before === null || !decimal(before).eq(vUnTrib))
    const told = changed.slice(0, PREVIEWED)
    const known = await rowsOf(
      ctx,
      sql`select id, codigo, "xProd" from mercadoria where id = any (${intArray(told.map((one) => one.mercadoria_id))}::int[])`,
    )
    const names = new Map(known.map((one) => [Number(one.id), one]))
    return {
      data: told.map(({ mercadoria_id, vUnTrib, before }) => {
        const { codigo, xProd } = names.get(mercadoria_id) ?? {}
        return {
          mercadoria_id,
          codigo: typeof codigo === 'string' ? codigo : null,
          xProd: String(xProd ?? ''),
          de: before === null ? null : Number(before),
          para: Number(vUnTrib),
        }
      }),
      quantidade: rows.length,
      alteradas: changed.length,
      ignoradas: ignored(input, rows),
    }
  },
})

const ignored = ({ id_list }: Pricing, rows: readonly NewPrice[]): number =>
  id_list.length > 0 ? id_list.length - rows.length : 0

interface UsualRates {
  readonly id: number
  readonly pMargem: string | null
  readonly pMarkup: string | null
}

/** A price that is calculated, and the one that it takes the place of. */
interface Calculated extends NewPrice {
  readonly before: string | null
}

/** The price that each product comes to. Throws 403 for who may not know costs, 400 `no_rate`, `invalid_rate`. */
async function pricedRows(ctx: Ctx, record: UsualRates, input: Pricing): Promise<readonly Calculated[]> {
  const arredonda = input.arredonda ?? AS_IT_COMES
  const goods = { id_list: input.id_list, filtro: input.filtro }
  if (input.pReajuste) return adjustedRows(await costsOf(ctx, record.id, goods), input.pReajuste, arredonda)
  // A price by a known margin tells the cost.
  assertMayKnowCosts(ctx)
  const chosen = ratesAsked(record, input)
  if (!chosen.pMargem && !chosen.pMarkup) throw badRequest('Informe a margem ou o markup.', 'no_rate')
  return (await costsOf(ctx, record.id, goods)).flatMap((product) => {
    if (Number(product.cost) === 0) return []
    const { name, rate } = rateOf(chosen, Number(product.tpCalculo) === BY_MARKUP)
    const row = priceRow(name, rate, { custo: String(product.cost), decimal_preco: Number(product.decimal_preco) })
    return row ? [calculated(product, row.vUnTrib, arredonda)] : []
  })
}

const ratesAsked = (record: UsualRates, { pMargem, pMarkup }: Pick<Pricing, keyof typeof rates>) => ({
  pMargem: pMargem ?? (pMarkup ? null : record.pMargem),
  pMarkup: pMarkup ?? (pMargem ? null : record.pMarkup),
})

/** Of a margin and a markup the one that the product's register prefers. */
function rateOf({ pMargem, pMarkup }: Omit<UsualRates, 'id'>, prefersMarkup: boolean) {
  const byMarkup = pMargem === null || (pMarkup !== null && prefersMarkup)
  return byMarkup ? ({ name: 'pMarkup', rate: pMarkup ?? '0' } as const) : ({ name: 'pMargem', rate: pMargem } as const)
}

function calculated(product: Row, exact: Decimal, arredonda: Ending): Calculated {
  const decimals = Number(product.decimal_preco)
  const price = endPrice(roundHalfUp(exact, decimals), arredonda, decimals)
  const before = product.price === null || product.price === undefined ? null : String(product.price)
  return { ...pricedRow(Number(product.id), price, String(product.cost ?? '0')), before }
}

const [LEAST, MOST] = [-100, 1_000]

/** A percentage that prices change by. Throws 400 `invalid_rate` for one that leaves no price, or is no change of one. */
export function readAdjustment(pReajuste: string): Decimal {
  const rate = decimal(pReajuste)
  if (rate.lte(LEAST) || rate.gt(MOST)) throw badRequest('O reajuste vai de -99,9999 % a 1.000 %.', 'invalid_rate')
  return rate.plus(HUNDRED).div(HUNDRED)
}

/** The prices that the table has, changed by a percentage; half up to the decimals of the product, then to the ending. */
export function adjustedRows(products: readonly Row[], pReajuste: string, arredonda: Ending): readonly Calculated[] {
  const factor = readAdjustment(pReajuste)
  return products.flatMap((product) =>
    product.price === null || product.price === undefined
      ? []
      : [calculated(product, decimal(String(product.price)).times(factor), arredonda)],
  )
}

/** Products with what they cost (zero where nobody knows) and their price in the table, in order. */
async function costsOf(ctx: Ctx, table: number, goods: Parameters<typeof chosenGoods>[1]): Promise<Row[]> {
  return rowsOf(
    ctx,
    sql`select m.id, m.decimal_preco, m."tpCalculo", ${costIn(ctx.actor.empresa_id)}::text as cost, p."vUnTrib"::text as price
        from mercadoria m left join mercadoria_preco p on p.mercadoria_id = m.id and p.tabela_preco_id = ${table}
        where m.id in (${chosenGoods(ctx, goods)}) order by m.id`,
  )
}

const ENDS: Readonly<Record<Ending, string>> = {
  [AS_IT_COMES]: '',
  [AT_90]: ', terminando em ,90',
  [AT_99]: ', terminando em ,99',
  [AT_5_CENTS]: ', de 5 em 5 centavos',
}

/** `Reajuste de 7,50 %, terminando em ,90`. A margin is not told: with the price it would tell the cost. */
export function tellRates(record: UsualRates, input: Pick<Pricing, keyof typeof rates>): string {
  const end = ENDS[input.arredonda ?? AS_IT_COMES]
  if (input.pReajuste) return `Reajuste de ${formatPercent(input.pReajuste)}${end}`
  const { pMargem, pMarkup } = ratesAsked(record, input)
  return `Preços por ${[pMargem ? 'margem' : '', pMarkup ? 'markup' : ''].filter(Boolean).join(' ou ')}${end}`
}
