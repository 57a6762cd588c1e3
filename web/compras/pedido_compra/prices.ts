import { cheapestOf, differenceAt } from '../../../core/pricing/offers'
import { amountOf } from '../../ui/format'
import { linesOf, type Line } from '../../ui/lines/lines-state'
import { isRecord, numberOf, textOf, type Values } from '../../ui/row'
import { ITEMS } from './order'

/** A supplier's last price beside the one of a line. */
export interface Offer {
  readonly supplier: number
  readonly told: Values
  /** R$ that the line would cost more, and in percent. */
  readonly difference: number
  readonly percent: number | null
  readonly cheapest: boolean
  /** Of the order's own supplier. */
  readonly own: boolean
}

export interface ComparedLine {
  readonly line: Line
  readonly offers: readonly Offer[]
}

/** The products of an order, each once, as they are asked for. */
export const productsOf = (values: Values): string =>
  [...new Set(linesOf(values[ITEMS]).map((line) => textOf(line.mercadoria_id)))].filter(Boolean).join(',')

/** The lines of an order, each with what suppliers charged last for its goods. */
export function compared(values: Values, answer: unknown): readonly ComparedLine[] {
  const told = isRecord(answer) && Array.isArray(answer.data) ? answer.data.filter((one) => isRecord(one)) : []
  const own = textOf(values.fornecedor_id)
  return linesOf(values[ITEMS]).map((line) => {
    const prices = told.filter((one) => textOf(one.mercadoria_id) === textOf(line.mercadoria_id))
    const bought = { qTrib: amountOf(line.qTrib), vSubtotal: amountOf(line.vSubtotal) }
    const cheapest = cheapestOf(
      bought,
      prices.map((one) => amountOf(one.vUnTrib)),
    )
    const offers = prices.map((one, at): Offer => {
      const { vDif, pDif } = differenceAt(bought, amountOf(one.vUnTrib))
      return {
        supplier: numberOf(one.fornecedor_id) ?? 0,
        told: one,
        difference: Number(vDif.toFixed(2)),
        percent: pDif === null ? null : Number(pDif.toFixed(2)),
        cheapest: cheapest.includes(at),
        own: textOf(one.fornecedor_id) === own,
      }
    })
    return { line, offers }
  })
}
