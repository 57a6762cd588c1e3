import { type Amount, type Decimal, decimal, HUNDRED, roundHalfUp, sum, ZERO } from '../money/decimal'
import { stockQuantity } from './unit'

/** An item of a goods entry as the supplier's invoice tells it. Amounts in R$, `pIPI` in percent. */
export interface EntryItemInput {
  readonly qCom: Amount
  readonly vUnCom: Amount
  /** Our units in one of the invoice's; 1 unless told. */
  readonly fatorConversao?: Amount | null | undefined
  /** Decimals of our unit. */
  readonly decimals?: number | null | undefined
  /** Value of the goods; quantity times price unless told. */
  readonly vProd?: Amount | null | undefined
  readonly vFrete?: Amount | null | undefined
  readonly vSeg?: Amount | null | undefined
  readonly vOutro?: Amount | null | undefined
  readonly vDesc?: Amount | null | undefined
  /** The IPI that the invoice tells; the rate on the goods where it tells none. */
  readonly vIPI?: Amount | null | undefined
  readonly pIPI?: Amount | null | undefined
  readonly vICMSST?: Amount | null | undefined
}

export interface EntryItem {
  readonly vProd: Decimal
  readonly vIPI: Decimal
  /** Quantity in our units, 4 decimals. */
  readonly qTrib: Decimal
  /** Price of one of our units, 10 decimals. */
  readonly vUnTrib: Decimal
  /** What the item costs: goods + freight + insurance + other + IPI + ICMS-ST − discount. */
  readonly vTotal: Decimal
  /** Cost of one of our units, 10 decimals. */
  readonly vCustoUn: Decimal
}

const PER_UNIT_DECIMALS = 10

/** What an item of an entry costs, whole and by unit (document 2, section 3). */
export function entryItem(item: EntryItemInput): EntryItem {
  const amount = (value: Amount | null | undefined): Decimal => decimal(value ?? ZERO)
  const vProd =
    item.vProd === undefined || item.vProd === null
      ? roundHalfUp(decimal(item.qCom).times(item.vUnCom))
      : decimal(item.vProd)
  const vIPI =
    item.vIPI === undefined || item.vIPI === null
      ? roundHalfUp(vProd.times(amount(item.pIPI)).div(HUNDRED))
      : decimal(item.vIPI)
  const qTrib = stockQuantity(item.qCom, item.fatorConversao ?? 1, item.decimals ?? null)
  const vTotal = sum([
    vProd,
    amount(item.vFrete),
    amount(item.vSeg),
    amount(item.vOutro),
    vIPI,
    amount(item.vICMSST),
  ]).minus(amount(item.vDesc))
  const perUnit = (value: Decimal): Decimal =>
    qTrib.isZero() ? ZERO : roundHalfUp(value.div(qTrib), PER_UNIT_DECIMALS)
  return { vProd, vIPI, qTrib, vUnTrib: perUnit(vProd), vTotal, vCustoUn: perUnit(vTotal) }
}
