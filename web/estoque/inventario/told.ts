import { isRecord, numberOf, rowsOf, textOf, type Row } from '../../ui/row'
import { type ReadPlace, readPlace } from '../read-place'

/** A place of a count, and how far it is. */
export interface Place extends ReadPlace {
  readonly itens: number
  readonly conferidos: number
  readonly recontar: number
}

/** What the person who looks has counted of some goods in a place. */
export interface Counted {
  readonly item_id: number
  readonly mercadoria_id: number
  readonly xProd: string
  readonly un: string
  readonly lote_id: number | null
  readonly contada: number
}

const number = (value: unknown): number => numberOf(value) ?? 0

const placeOf = (row: Row): Place => ({
  ...readPlace(row),
  itens: number(row.itens),
  conferidos: number(row.conferidos),
  recontar: number(row.recontar),
})

/** What an answer tells of an item; null where it tells of none. */
export function countedOf(value: unknown): Counted | null {
  if (!isRecord(value) || numberOf(value.item_id) === null) return null
  return {
    item_id: number(value.item_id),
    mercadoria_id: number(value.mercadoria_id),
    xProd: textOf(value.xProd),
    un: textOf(value.un),
    lote_id: numberOf(value.lote_id),
    contada: number(value.contada),
  }
}

export interface Mine {
  readonly places: readonly Place[]
  readonly counted: readonly Counted[]
}

export function readMine(answer: unknown): Mine {
  const { locais, itens } = isRecord(answer) ? answer : {}
  return {
    places: rowsOf(locais).map(placeOf),
    counted: Array.isArray(itens) ? itens.flatMap((one) => countedOf(one) ?? []) : [],
  }
}

/** The same list with what an item has come to, that first. */
export const withCounted = (all: readonly Counted[], one: Counted): readonly Counted[] => [
  one,
  ...all.filter(({ item_id }) => item_id !== one.item_id),
]
