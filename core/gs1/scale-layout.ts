import { CoreError } from '../errors'
import { type Amount, type Decimal, decimal, roundHalfUp, ZERO } from '../money/decimal'
import { readVariableEan, type VariableEanConfig } from './variable-ean'

/** Layouts of scale labels as a point of sale keeps them (spec N2-027), and what a code read by them sells. */

/** One layout as it is stored. `tpIdentificacao`: 0 weight in kilograms, 1 price in reais. */
export interface ScaleLayout {
  readonly digitBalanca: number
  readonly tpIdentificacao: number
  readonly posCodIni: number
  readonly posCodEnd: number
  readonly posValIni: number
  readonly posValEnd: number
  readonly qDecimal: number
}

const LAST = 12

/** What is wrong with a layout, by field; undefined for nothing. The thirteenth digit is the check digit: nothing is read of it. */
export function layoutFaults(layout: ScaleLayout): Readonly<Record<string, string>> | undefined {
  const { digitBalanca, posCodIni, posCodEnd, posValIni, posValEnd, qDecimal } = layout
  const begins = String(digitBalanca).length
  const faults: Record<string, string> = {}
  if (posCodEnd < posCodIni) faults.posCodEnd = 'O fim vem depois do início.'
  if (posValEnd < posValIni) faults.posValEnd = 'O fim vem depois do início.'
  if (posCodEnd > LAST) faults.posCodEnd = 'A posição 13 é do dígito verificador.'
  if (posValEnd > LAST) faults.posValEnd = 'A posição 13 é do dígito verificador.'
  if (posCodIni <= begins) faults.posCodIni = `As primeiras ${begins} posições são de ${digitBalanca}.`
  if (posValIni <= begins) faults.posValIni = `As primeiras ${begins} posições são de ${digitBalanca}.`
  const overlap = posCodIni <= posValEnd && posValIni <= posCodEnd
  if (overlap && Object.keys(faults).length === 0) faults.posValIni = 'Código e valor usam as mesmas posições.'
  if (qDecimal > posValEnd - posValIni + 1 && faults.posValEnd === undefined)
    faults.qDecimal = 'Há mais casas decimais do que posições do valor.'
  return Object.keys(faults).length === 0 ? undefined : faults
}

const configOf = ({ digitBalanca, tpIdentificacao, ...positions }: ScaleLayout): VariableEanConfig => ({
  ...positions,
  digitBalanca: String(digitBalanca),
  tpIdentificacao: tpIdentificacao === 1 ? 'price' : 'weight',
})

/** A label as read: the product's code, and its weight in kilograms or its price in reais. */
export interface ScaleLabel {
  readonly kind: VariableEanConfig['tpIdentificacao']
  readonly code: string
  /** The codes that the product may have with us: as printed, and without zeros before it. */
  readonly codes: readonly string[]
  readonly value: string
}

/**
 * Reads a code by the layouts of a point of sale; of those that fit, the one that begins with the most digits. Null for one that is no label of theirs. Throws CoreError
 * `invalid_barcode` for one whose check digit is wrong, and `invalid_amount` for one without weight or price: neither may be sold as something else.
 */
export function readScaleLabel(barcode: string, layouts: readonly ScaleLayout[]): ScaleLabel | null {
  const fits = layouts
    .filter((one) => layoutFaults(one) === undefined)
    .toSorted((a, b) => String(b.digitBalanca).length - String(a.digitBalanca).length)
    .map((one) => ({ config: configOf(one), read: readVariableEan(barcode, configOf(one)) }))
    .find(({ read }) => read.matches)
  if (fits === undefined) return null
  const { code, value } = fits.read
  if (code === undefined || value === undefined)
    throw new CoreError('invalid_barcode', 'Etiqueta de balança com dígito verificador errado: leia de novo.')
  if (decimal(value).lte(0)) throw new CoreError('invalid_amount', 'Etiqueta de balança sem peso nem preço.')
  return { kind: fits.config.tpIdentificacao, code, codes: [...new Set([code, code.replace(/^0+(?=\d)/, '')])], value }
}

/** What each of the 13 positions of a layout is, for drawing it. */
export function positionsOf(layout: ScaleLayout): readonly ('digit' | 'code' | 'value' | 'check' | 'free')[] {
  const begins = String(layout.digitBalanca).length
  const within = (at: number, from: number, to: number): boolean => at >= from && at <= to
  return Array.from({ length: 13 }, (_, index) => {
    const at = index + 1
    if (at === 13) return 'check'
    if (at <= begins) return 'digit'
    if (within(at, layout.posCodIni, layout.posCodEnd)) return 'code'
    return within(at, layout.posValIni, layout.posValEnd) ? 'value' : 'free'
  })
}

/** Quantity, and the discount in reais that keeps the total at what the label says; '0.00' where the quantity alone does. */
interface Sold {
  readonly qTrib: string
  readonly vDescValor: string
}

const times = (price: Decimal, quantity: Decimal): Decimal => roundHalfUp(price.times(quantity), 2)

/**
 * What is sold for a printed price. The quantity is price over unit price, to 3 decimals where that gives the printed total and else to 4; of goods so dear that no quantity
 * of 4 decimals does, the next greater one is sold with the cents over as discount: the customer pays what the label says. Throws CoreError `invalid_amount`.
 */
export function soldForPrice(printed: Amount, unitPrice: Amount): Sold {
  const [total, price] = [roundHalfUp(decimal(printed), 2), decimal(unitPrice)]
  if (price.lte(0)) throw new CoreError('invalid_amount', 'O preço unitário precisa ser maior que zero.')
  for (const decimals of [3, 4]) {
    const quantity = roundHalfUp(total.div(price), decimals)
    if (quantity.sign() > 0 && times(price, quantity).cmp(total) === 0)
      return { qTrib: quantity.toFixed(decimals), vDescValor: ZERO.toFixed(2) }
  }
  const near = roundHalfUp(total.div(price), 4)
  const step = decimal('0.0001')
  const quantity = times(price, near).cmp(total) < 0 || near.sign() <= 0 ? near.plus(step) : near
  return { qTrib: quantity.toFixed(4), vDescValor: times(price, quantity).minus(total).toFixed(2) }
}
