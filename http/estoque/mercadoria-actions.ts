import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { decimal, HUNDRED, roundHalfUp } from '../../core/money/decimal'
import { FORMATION_DEFAULTS, formPrice, VARIABLE_COSTS } from '../../core/pricing/formation'
import { BY_MARGIN, BY_MARKUP, marginOf, priceByMargin, priceByMarkup } from '../../core/pricing/margin'
import { tabelaPreco } from '../comercial/tabela-preco'
import { action } from '../platform/action'
import { type Ctx, rowsOf } from '../platform/context'
import { badRequest } from '../platform/errors'
import { audit } from '../platform/engine/audit'
import { intArray } from '../platform/engine/query'
import { assertMayKnowCosts } from './costs'
import { announce, insertRows, loadWhere, updateRows } from '../platform/engine/write'
import { decimalInput, idList } from '../platform/inputs'
import type { Row } from '../platform/resource'
import { mercadoria, mercadoriaPreco } from './mercadoria'

const COSTS = ['vCusto', 'pIPI', 'vICMSUFDest', 'vICMSST', 'vFrete', 'pOutrosCustos'] as const
const formationInput = v.object(
  Object.fromEntries([...COSTS, ...VARIABLE_COSTS].map((name) => [name, v.optional(v.nullable(decimalInput))])),
)

/** Price formation of a product; percentages are percent. What is left out starts with the specification's defaults and the average cost. */
export const formacaoPreco = action(mercadoria, 'formacaoPreco', {
  on: 'record',
  right: 'read',
  reads: true,
  summary: 'Forma o preço sugerido e o mínimo a partir dos custos.',
  input: formationInput,
  answer: v.record(v.string(), v.nullable(v.number())),
  run: async ({ ctx, record, input }) => {
    assertMayKnowCosts(ctx)
    const [stock] = await rowsOf(
      ctx,
      sql`select "vCustoMedio"::text as cost from mercadoria_saldo where mercadoria_id = ${record.id} and empresa_id = ${ctx.actor.empresa_id}`,
    )
    const cost = Number(stock?.cost ?? 0) > 0 ? String(stock?.cost) : record.custo
    const defaults = Object.fromEntries(
      Object.entries(FORMATION_DEFAULTS).map(([name, share]) => [name, decimal(share).times(HUNDRED).toString()]),
    )
    const told = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null && value !== undefined))
    const formed = formPrice({ vCusto: cost, ...defaults, ...told }, 'percent')
    return Object.fromEntries(Object.entries(formed).map(([name, value]) => [name, Number(String(value))]))
  },
})

const pricingInput = v.object({
  pMargem: v.optional(v.nullable(decimalInput)),
  pMarkup: v.optional(v.nullable(decimalInput)),
  /** By how much the prices of the table change, in percent; goes before the rates. */
  pReajuste: v.optional(v.nullable(decimalInput)),
  id_list: v.optional(idList, []),
})

/**
 * Prices products in a table from their cost: by margin, by markup, or each by the way its register says with the table's usual rates.
 * Without ids, every active product with a cost. Percentages are percent.
 */
export const precifica = action(tabelaPreco, 'precifica', {
  on: 'record',
  right: 'edit',
  summary: 'Calcula os preços da tabela por margem ou markup sobre o custo.',
  input: pricingInput,
  answer: v.object({ quantidade: v.number(), ignoradas: v.number() }),
  run: async ({ ctx, record, input }) => {
    const rows = await pricedRows(ctx, record, input)
    await storePrices(ctx, record.id, rows)
    return { quantidade: rows.length, ignoradas: ignored(input, rows) }
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
    const known = await rowsOf(
      ctx,
      sql`select m.id, m.codigo, m."xProd", p."vUnTrib"::text as price from mercadoria m
          left join mercadoria_preco p on p.mercadoria_id = m.id and p.tabela_preco_id = ${record.id}
          where m.id = any (${intArray(rows.map((row) => Number(row.mercadoria_id)))}::int[])`,
    )
    const products = new Map(known.map((one) => [Number(one.id), one]))
    const changed = rows.flatMap(({ mercadoria_id, vUnTrib }) => {
      const { codigo, xProd, price } = products.get(Number(mercadoria_id)) ?? {}
      const [de, para] = [price === null || price === undefined ? null : Number(price), Number(vUnTrib)]
      const told = { codigo: typeof codigo === 'string' ? codigo : null, xProd: String(xProd ?? '') }
      return de === para ? [] : [{ mercadoria_id: Number(mercadoria_id), ...told, de, para }]
    })
    return {
      data: changed.slice(0, PREVIEWED),
      quantidade: rows.length,
      alteradas: changed.length,
      ignoradas: ignored(input, rows),
    }
  },
})

type Pricing = v.InferOutput<typeof pricingInput>

const ignored = ({ id_list }: Pricing, rows: readonly Row[]): number =>
  id_list.length > 0 ? id_list.length - rows.length : 0

/** The price that each product comes to. Throws 403 for who may not know costs, 400 `no_rate`, `invalid_rate`. */
async function pricedRows(
  ctx: Ctx,
  record: { readonly id: number; readonly pMargem: string | null; readonly pMarkup: string | null },
  input: Pricing,
): Promise<Row[]> {
  if (input.pReajuste) return adjustedRows(ctx, record.id, input.pReajuste, input.id_list)
  // A price by a known margin tells the cost.
  assertMayKnowCosts(ctx)
  const pMargem = input.pMargem ?? (input.pMarkup ? null : record.pMargem)
  const pMarkup = input.pMarkup ?? (input.pMargem ? null : record.pMarkup)
  if (!pMargem && !pMarkup) throw badRequest('Informe a margem ou o markup.', 'no_rate')
  const products = await costsOf(ctx, input.id_list)
  return products.map((product) => priceRow(product, record.id, { pMargem, pMarkup }))
}

const [LEAST, MOST] = [-100, 1_000]

/** The prices that the table has, changed by a percentage; half up to the decimals of the product. Without ids, all of its active products. */
async function adjustedRows(
  ctx: Ctx,
  tabela_preco_id: number,
  pReajuste: string,
  ids: readonly number[],
): Promise<Row[]> {
  const rate = decimal(pReajuste)
  if (rate.lte(LEAST) || rate.gt(MOST)) throw badRequest('O reajuste vai de -99,9999 % a 1.000 %.', 'invalid_rate')
  const some = ids.length > 0 ? sql`and m.id = any (${intArray(ids)}::int[])` : sql``
  const rows = await rowsOf(
    ctx,
    sql`select m.id, m.decimal_preco, p."vUnTrib"::text as price, coalesce(nullif(s."vCustoMedio", 0), m.custo)::text as cost
        from mercadoria_preco p join mercadoria m on m.id = p.mercadoria_id
        left join mercadoria_saldo s on s.mercadoria_id = m.id and s.empresa_id = ${ctx.actor.empresa_id}
        where p.tabela_preco_id = ${tabela_preco_id} and m.ativo ${some} order by m.id`,
  )
  return rows.map((product) => {
    const decimals = Number(product.decimal_preco)
    const vUnTrib = roundHalfUp(
      decimal(String(product.price)).times(rate.plus(HUNDRED)).div(HUNDRED),
      decimals,
    ).toFixed(decimals)
    const margins = Number(product.cost) > 0 ? marginFields(vUnTrib, String(product.cost)) : {}
    return { mercadoria_id: product.id, tabela_preco_id, vUnTrib, pMargem: null, pMarkup: null, ...margins }
  })
}

async function costsOf(ctx: Ctx, ids: readonly number[]): Promise<Row[]> {
  const some = ids.length > 0 ? sql`and m.id = any (${intArray(ids)}::int[])` : sql``
  return rowsOf(
    ctx,
    sql`select * from (
          select m.id, m.decimal_preco, m."tpCalculo", coalesce(nullif(s."vCustoMedio", 0), m.custo)::text as cost from mercadoria m
          left join mercadoria_saldo s on s.mercadoria_id = m.id and s.empresa_id = ${ctx.actor.empresa_id}
          where m.ativo ${some}) c
        where cost::numeric > 0 order by id`,
  )
}

interface Rates {
  readonly pMargem: string | null
  readonly pMarkup: string | null
}

function priceRow(product: Row, tabela_preco_id: number, { pMargem, pMarkup }: Rates): Row {
  const cost = String(product.cost)
  const decimals = Number(product.decimal_preco)
  const preferred = Number(product.tpCalculo) === BY_MARKUP ? BY_MARKUP : BY_MARGIN
  const byMarkup = pMargem === null || (pMarkup !== null && preferred === BY_MARKUP)
  const price = byMarkup
    ? priceByMarkup(cost, decimal(pMarkup ?? '0').div(HUNDRED), decimals)
    : priceByMargin(cost, decimal(pMargem ?? '0').div(HUNDRED), decimals)
  return {
    mercadoria_id: product.id,
    tabela_preco_id,
    vUnTrib: price.toFixed(decimals),
    ...marginFields(price.toFixed(decimals), cost),
  }
}

/** The margin and markup, in percent, that a price has over a cost. */
export function marginFields(price: string, cost: string): { pMargem: string; pMarkup: string | null } {
  const { pMargem, pMarkup } = marginOf(price, cost)
  const percent = (share: Parameters<typeof roundHalfUp>[0]) => roundHalfUp(decimal(share).times(HUNDRED), 4).toFixed(4)
  return { pMargem: percent(pMargem), pMarkup: pMarkup === null ? null : percent(pMarkup) }
}

async function storePrices(ctx: Ctx, tabela_preco_id: number, rows: readonly Row[]): Promise<void> {
  const stored = await loadWhere(
    ctx,
    mercadoriaPreco,
    'mercadoria_id',
    rows.map((row) => Number(row.mercadoria_id)),
    { lock: true },
  )
  const known = new Map(
    stored.filter((one) => one.tabela_preco_id === tabela_preco_id).map((one) => [one.mercadoria_id, one]),
  )
  const added = await insertRows(
    ctx,
    mercadoriaPreco,
    rows.filter((row) => !known.has(Number(row.mercadoria_id))),
  )
  const edits = rows.flatMap((row) => {
    const before = known.get(Number(row.mercadoria_id))
    return before && Number(before.vUnTrib) !== Number(row.vUnTrib)
      ? [{ id: before.id, vUnTrib: row.vUnTrib, pMargem: row.pMargem, pMarkup: row.pMarkup }]
      : []
  })
  const changed = await updateRows(ctx, mercadoriaPreco, edits)
  await audit(
    ctx,
    [...added, ...changed].map((record) => ({
      resource: mercadoriaPreco,
      record,
      before: known.get(record.mercadoria_id),
      acao: 'precifica',
    })),
  )
  await announce(ctx, tabelaPreco, tabela_preco_id)
}
