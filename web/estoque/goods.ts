import { displayName, formatDate } from '../ui/format'
import { placesOf } from '../ui/documents/places'
import type { Line, LineColumn } from '../ui/lines/lines-state'
import type { ReferenceLineOptions } from '../ui/lines/reference-line'
import { isRecord, isSet, textOf, type Row, type Values } from '../ui/row'

/** What the lines of documents that take goods out have in common. */

/** What a lot is called: `L1 · 31/12/2026`. */
const lotName = (lot: unknown): string =>
  isRecord(lot) ? [textOf(lot.nLote), isSet(lot.dVal) ? formatDate(lot.dVal) : ''].filter(Boolean).join(' · ') : ''

/** The lots of a line's product of which something lies here. */
export const LOT: ReferenceLineOptions & { readonly label: string } = {
  label: 'Lote',
  object: 'lote',
  width: 110,
  nameOf: lotName,
  where: (line) => ({ mercadoria_id: line.mercadoria_id, bloqueado: false }),
}

export const PLACE: ReferenceLineOptions = { width: 96, where: placesOf }

/** What the product of a line is called. */
export const PRODUCT_COLUMN: Partial<LineColumn> & { readonly label: string } = {
  label: 'Mercadoria',
  show: (line: Line) => displayName(line.mercadoria) || textOf(line.xProd),
}

/** A new line of a product. */
export const lineOf = (product: Row, quantity: number): Values => ({
  mercadoria_id: product.id,
  mercadoria: product,
  xProd: textOf(product.xProd),
  un: textOf(product.un),
  qTrib: quantity,
})
