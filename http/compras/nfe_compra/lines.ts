import * as v from 'valibot'
import { invoiceFactor, sameUnit, unitRatio } from '../../../core/fiscal/invoice-unit'
import { freightShares, type ItemCost, itemCosts } from '../../../core/fiscal/item-cost'
import { noticesOf as invoiceNotices } from '../../../core/fiscal/nfe-notices'
import type { NfeItem, NfeReading } from '../../../core/fiscal/nfe-types'
import { decimal, type Decimal, roundHalfUp } from '../../../core/money/decimal'
import { isWhole, stockQuantity } from '../../../core/stock/unit'
import type { Ctx } from '../../platform/context'
import { invalid } from '../../platform/errors'
import { hold } from '../../platform/engine/hold'
import { factorInput, flag, identifier } from '../../platform/inputs'
import { MESSAGES } from '../../platform/parse'
import type { RecordOf } from '../../platform/resource'
import { type KnownProduct, knownProducts, type Match, matchItems } from './match'
import type { nfeCompra } from './nfe-compra'
import { createProducts } from './products'

/** What a person decides of an item. */
export const choice = v.object({
  nItem: v.number(),
  mercadoria_id: v.optional(v.nullable(identifier)),
  fatorConversao: v.optional(v.nullable(factorInput)),
  armazenamento_id: v.optional(v.nullable(identifier)),
  /** A new product, whatever the matches say. */
  criar: v.optional(flag, false),
})

type Choice = v.InferOutput<typeof choice>
export type Choices = ReadonlyMap<number, Choice>

/** An item with its cost, what is told of freight beyond the invoice's, and the product it seems to be. */
export interface Line {
  readonly item: NfeItem
  readonly cost: ItemCost
  readonly freightChange: Decimal
  readonly match: Match | undefined
}

/** A line whose product and unit are settled. */
export interface Decided extends Line {
  readonly mercadoria_id: number
  readonly factor: string
  readonly armazenamento_id: number | null
  /** It comes to a fraction in a unit without decimals: kept as it is, and told. */
  readonly fraction: boolean
}

interface Reading {
  readonly nfe: NfeReading
  /** What is told of freight, less what the invoice says. */
  readonly freight: Decimal
}

/** A cost without goods: what a complement adds to the price of others. */
export const isValueOnly = ({ qCom }: Pick<NfeItem, 'qCom'>): boolean => decimal(qCom).isZero()

export async function linesOf(
  ctx: Ctx,
  { fornecedor_id }: Pick<RecordOf<typeof nfeCompra>, 'fornecedor_id'>,
  { nfe, freight }: Reading,
): Promise<Line[]> {
  const costs = itemCosts(nfe)
  const found = await matchItems(ctx, fornecedor_id, nfe.itens)
  const shares = freightShares(freight, costs)
  return nfe.itens.flatMap((item, at) => {
    const [cost, freightChange] = [costs[at], shares[at]]
    return cost && freightChange ? [{ item, cost, freightChange, match: found.get(item.nItem) }] : []
  })
}

/** A line of the import grid. */
export function gridRow(line: Line): object {
  const { item, cost, freightChange, match } = line
  return {
    nItem: item.nItem,
    cProd: item.cProd,
    xProd: item.xProd,
    mercadoria_id: match?.mercadoria_id ?? null,
    mercadoria: match ? { id: match.mercadoria_id, xProd: match.xProd } : null,
    motivo: match?.motivo ?? null,
    fatorConversao: Number(match?.fatorConversao ?? newFactor(item)),
    uCom: item.uCom,
    uTrib: item.uTrib,
    qCom: Number(item.qCom),
    qTrib: Number(item.qTrib),
    vProd: Number(cost.vProd),
    vUnTrib: Number(item.vUnTrib),
    vFrete: Number(cost.vFrete),
    vFreteCusto: Number(freightChange.toFixed(2)),
    vOutro: Number(cost.vOutro),
    vDesc: Number(cost.vDesc),
    NCM: item.NCM,
    cEAN: item.cEAN,
    cEANTrib: item.cEANTrib,
    orig: item.orig,
    vICMSST: Number(cost.vICMSST),
    pIPI: Number(item.pIPI ?? 0),
    vIPI: Number(cost.vIPI),
    vTotal: Number(cost.vTotal),
  }
}

/** What is odd of an invoice, and of its lines as they would be taken. */
export function noticesOf(nfe: NfeReading, lines: readonly Line[], choices: Choices): string[] {
  const unsure = lines.filter(({ item, match }) => {
    const told = choices.get(item.nItem)
    return match?.unsure && (told?.fatorConversao ?? null) === null && (told?.mercadoria_id ?? null) === null
  })
  return [
    ...invoiceNotices(
      nfe,
      lines.map((line) => line.cost),
    ),
    ...unsure.map(
      ({ item }) =>
        `Item ${item.nItem}: a nota vende em ${item.uCom ?? '?'} e tributa em ${item.uTrib ?? '?'} (1 = ${unitRatio(item).replace('.', ',')}), e a mercadoria não é contada em nenhuma das duas: confira o fator de conversão.`,
    ),
  ]
}

/** A new product is counted as the invoice taxes it. */
const newFactor = (item: NfeItem): string => (sameUnit(item.uCom, item.uTrib) ? '1' : unitRatio(item))

/** The product that an item is taken for: the chosen one, else the match. */
const productOf = ({ match, item }: Line, choices: Choices): number | undefined => {
  const told = choices.get(item.nItem)
  return told?.criar ? undefined : (told?.mercadoria_id ?? match?.mercadoria_id)
}

/** The factor told, else that of the match where it is the product, else what the invoice says of the product's unit. */
function factorOf(line: Line, choices: Choices, product: KnownProduct | undefined): string {
  const told = choices.get(line.item.nItem)?.fatorConversao ?? undefined
  if (told !== undefined && decimal(told).sign() <= 0)
    throw invalid({ fatorConversao: ['O fator de conversão precisa ser maior que zero.'] })
  if (told !== undefined) return told
  if (!product) return newFactor(line.item)
  return product.id === line.match?.mercadoria_id ? line.match.fatorConversao : invoiceFactor(line.item, product).factor
}

/**
 * Settles each line: the chosen product, else the match, else a new one. Of several imports that find no product for the same goods one makes it: what is
 * made is made by one at a time, and whoever waited reads the matches again. Throws 422 for a product that is not there.
 */
export async function decideLines(
  ctx: Ctx,
  choices: Choices,
  read: () => Promise<readonly Line[]>,
): Promise<Decided[]> {
  let lines = await read()
  if (lines.some((line) => productOf(line, choices) === undefined)) {
    await hold(ctx, 'mercadoria de nota', [''])
    lines = await read()
  }
  const wanted = new Set(lines.flatMap((line) => productOf(line, choices) ?? []))
  const products = await knownProducts(ctx, [...wanted])
  if (products.size !== wanted.size) throw invalid({ mercadoria_id: [MESSAGES.ref] })
  const open = lines.map((line) => {
    const product = products.get(productOf(line, choices) ?? 0)
    const armazenamento_id = choices.get(line.item.nItem)?.armazenamento_id ?? null
    const factor = factorOf(line, choices, product)
    const fraction = product?.decimals === 0 && !isWhole(stockQuantity(line.item.qCom, factor, 0))
    return { ...line, product, factor, armazenamento_id, fraction }
  })
  const created = await createMissing(
    ctx,
    open.filter((line) => !line.product),
  )
  return open.map(({ product, ...line }) => ({
    ...line,
    mercadoria_id: product?.id ?? created.get(newKey(line.item)) ?? 0,
  }))
}

/** Items that come to a fraction in a unit without decimals, as people are told. */
export const fractionNotices = (lines: readonly Decided[]): string[] =>
  lines
    .filter((line) => line.fraction)
    .map(
      ({ item }) =>
        `Item ${item.nItem}: a quantidade não é inteira, e a unidade da mercadoria não tem decimais. Confira o fator de conversão.`,
    )

/** New goods that are one product: of one bar code, or of one code of the supplier's where they have none. */
const newKey = (item: NfeItem): string => item.cEANTrib ?? item.cEAN ?? item.cProd

async function createMissing(
  ctx: Ctx,
  lines: readonly (Line & { readonly factor: string })[],
): Promise<Map<string, number>> {
  const firstOf = new Map<string, (typeof lines)[number]>()
  for (const line of lines) if (!firstOf.has(newKey(line.item))) firstOf.set(newKey(line.item), line)
  const created = await createProducts(
    ctx,
    [...firstOf.values()].map((line) => ({
      item: line.item,
      cost: unitCost(line),
      // Told to be counted one for one, it is counted as it is sold.
      taxable: newFactor(line.item) === '1' || decimal(line.factor).cmp(1) !== 0,
    })),
  )
  return new Map([...firstOf].map(([key, { item }]) => [key, created.get(item.nItem) ?? 0]))
}

function unitCost({ item, cost, freightChange, factor }: Line & { readonly factor: string }): string {
  const quantity = decimal(item.qCom).times(factor)
  return quantity.isZero() ? '0' : roundHalfUp(decimal(cost.vTotal).plus(freightChange).div(quantity), 4).toFixed(4)
}
