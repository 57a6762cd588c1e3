import { lotNumber } from '../fields/estoque/lote'
import { readReceipt, readSscc, SCAN_MESSAGES } from '../gs1'
import { type Amount, decimal, type Decimal, roundHalfUp } from '../money/decimal'
import { QUANTITY_DECIMALS } from '../stock/unit'

/** How a product is looked up: by a GTIN, by a code that its supplier gave it, or by whatever text stands on it. */
export interface ProductCode {
  readonly by: 'gtin' | 'supplier' | 'text'
  readonly code: string
}

/** What a code tells of the quantity: kilograms, our own units, or pieces of what its GTIN stands for, which may be a box. */
export interface Told {
  readonly in: 'kg' | 'units' | 'pieces'
  readonly quantity: string
}

/** Goods as a code tells them. */
export interface ReadGoods {
  readonly kind: 'goods'
  /** To be looked up in this order. */
  readonly codes: readonly ProductCode[]
  readonly told: Told | null
  readonly nLote: string | null
  readonly dVal: string | null
  /** What names one physical label, of which there is no second: read again, it is the same goods. */
  readonly label: string | null
  readonly warnings: readonly string[]
  /** What is said where no product has the code; none where its form is right and it is only not known. */
  readonly fault: string | null
}

export type ReadCode =
  | ReadGoods
  /** One of our own labels: of a shelf, by the shelf's number, or of goods. */
  | { readonly kind: 'shelf'; readonly id: number }
  /** `volume` is the number of an entry's label; null where it is of something else. */
  | { readonly kind: 'label'; readonly id: string; readonly volume: number | null }
  /** What holds volumes: a pallet or a box, by what stands on its label, our own or the SSCC of its supplier. */
  | { readonly kind: 'unit'; readonly codBar: string }
  | { readonly kind: 'error'; readonly message: string }

/** Digits of the number on our own labels, after `00` and the digit that tells of what it is. */
const LABEL_DIGITS = 12
const SHELF_LABEL = '3'
const VOLUME_LABEL = '0'
const UNIT_LABEL = '1'
const PRODUCTION_LABEL = '2'

const labelOf = (kind: string, id: number): string => `00${kind}${String(id).padStart(LABEL_DIGITS, '0')}`

/** What is printed on the label of a volume that came in, by its number. */
export const volumeLabel = (id: number): string => labelOf(VOLUME_LABEL, id)

/** What is printed on our own label of what holds volumes, by its number. */
export const unitLabel = (id: number): string => labelOf(UNIT_LABEL, id)

/** What is printed on the labels of volumes of goods that are made here, by the number of their row. */
export const productionLabel = (id: number): string => labelOf(PRODUCTION_LABEL, id)

/**
 * What a code means that was read at receiving: GTIN, GS1 data, one of our own labels, or the text that a supplier or we print on goods (document 2, section 5).
 * `today` tells two-digit years. Never throws for what is read.
 */
export function readCode(text: string, today: string): ReadCode {
  const receipt = readReceipt(text, { referenceDate: today })
  const plain = text.trim()
  const none = { told: null, nLote: null, dVal: null, label: null, warnings: [], fault: null }
  switch (receipt.kind) {
    case 'internal-label':
      return readLabel(receipt.id)
    case 'gtin':
      return { ...none, kind: 'goods', codes: [{ by: 'gtin', code: receipt.product }] }
    case 'error': {
      const sscc = receipt.message === SCAN_MESSAGES.noProduct ? readSscc(text, { referenceDate: today }) : null
      if (sscc !== null) return { kind: 'unit', codBar: sscc }
      // Shorter than a bar code, or none: what suppliers and we print on goods may look so.
      return /^[\x21-\x7e]{1,60}$/.test(plain) && receipt.message !== SCAN_MESSAGES.label
        ? { ...none, kind: 'goods', codes: [{ by: 'text', code: plain }], fault: receipt.message }
        : receipt
    }
    case 'gs1': {
      const { view } = receipt
      const gtin = view.gtin ?? view.contentGtin
      return {
        kind: 'goods',
        codes: [
          ...(view.additionalId === undefined ? [] : [{ by: 'supplier', code: view.additionalId } as const]),
          ...(gtin === undefined ? [] : [{ by: 'gtin', code: gtin } as const]),
        ],
        told: toldBy(view),
        nLote: view.lot === undefined ? null : lotNumber(view.lot),
        dVal: view.bestBefore ?? view.useBy ?? null,
        label: view.sscc ?? (view.serial === undefined ? null : `${receipt.product}/${view.serial}`),
        warnings: receipt.warnings ?? [],
        fault: null,
      }
    }
  }
}

function readLabel(id: string): ReadCode {
  const digits = id.padStart(LABEL_DIGITS + 1, '0')
  const number = Number(digits.slice(1))
  if (digits.startsWith(SHELF_LABEL)) return { kind: 'shelf', id: number }
  if (digits.startsWith(UNIT_LABEL)) return { kind: 'unit', codBar: unitLabel(number) }
  return { kind: 'label', id, volume: digits.startsWith(VOLUME_LABEL) && Number.isSafeInteger(number) ? number : null }
}

function toldBy(view: {
  readonly netWeightKg?: string
  readonly varCount?: string
  readonly count?: string
}): Told | null {
  if (view.netWeightKg !== undefined) return { in: 'kg', quantity: view.netWeightKg }
  if (view.varCount !== undefined) return { in: 'units', quantity: view.varCount }
  return view.count === undefined ? null : { in: 'pieces', quantity: view.count }
}

/** Kilograms in one of a unit of weight. */
const IN_KG: Readonly<Record<string, string>> = { KG: '1', G: '0.001', GR: '0.001', T: '1000', TON: '1000' }

/** What a reading is counted in. */
export interface Unit {
  readonly un: string | null
  readonly decimals: number | null
}

/**
 * How many of our units a reading is: what the code tells, else what one such code stands for (`holds`: a box of 12), `times` over. A weight counts where goods are
 * counted by weight or in parts; of whole pieces it tells nothing.
 */
export function quantityRead(
  told: Told | null,
  { holds, times, unit }: { readonly holds: Amount; readonly times: Amount; readonly unit: Unit },
): Decimal {
  const one = (): Decimal => {
    if (told?.in === 'units') return decimal(told.quantity)
    if (told?.in === 'pieces') return decimal(told.quantity).times(holds)
    if (told === null || unit.decimals === 0) return decimal(holds)
    return decimal(told.quantity).div(IN_KG[unit.un ?? ''] ?? '1')
  }
  // Half a piece is for the caller to refuse; a weight is as exact as its unit.
  return roundHalfUp(one().times(times), unit.decimals || QUANTITY_DECIMALS)
}
