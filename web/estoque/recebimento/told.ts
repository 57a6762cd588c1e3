import { isRecord, isSet, numberOf, rowsOf, textOf, type Row, type Values } from '../../ui/row'

/** An item of an entry as it is received. */
export interface Item {
  readonly id: number
  readonly mercadoria_id: number
  readonly xProd: string
  readonly un: string
  readonly pedeLote: boolean
  readonly qNota: number
  readonly qRecebida: number
  readonly falta: number
  /** It differs from the invoice by no more than is tolerated. */
  readonly tolerada: boolean
  readonly codigos: readonly string[]
  /** Another unit that it is counted in: a box, and how many of ours one holds. */
  readonly auxiliary: { readonly un: string; readonly factor: string } | null
}

/** A reading that was counted. */
export interface Reading {
  readonly chave: string
  readonly xProd: string
  readonly qTrib: number
  readonly nLote: string
  readonly user: string
}

export interface Told {
  readonly itens: readonly Item[]
  /** The last ones that count, the newest first: of all, and of who asks. */
  readonly leituras: readonly Reading[]
  readonly minhas: readonly Reading[]
}

const number = (value: unknown): number => numberOf(value) ?? 0

const itemOf = (row: Row): Item => ({
  id: Number(row.id),
  mercadoria_id: number(row.mercadoria_id),
  xProd: textOf(row.xProd),
  un: textOf(row.un),
  pedeLote: row.pede_lote === true,
  qNota: number(row.qNota),
  qRecebida: number(row.qRecebida),
  falta: number(row.falta),
  tolerada: row.tolerada === true,
  codigos: Array.isArray(row.codigos) ? row.codigos.map(textOf) : [],
  auxiliary:
    textOf(row.fatorAuxiliar) === '' ? null : { un: textOf(row.unAuxiliar), factor: textOf(row.fatorAuxiliar) },
})

const readingOf = (row: Row): Reading => ({
  chave: textOf(row.chave),
  xProd: textOf(row.xProd),
  qTrib: number(row.qTrib),
  nLote: textOf(row.nLote),
  user: textOf(row.user),
})

/** What the server tells of an entry that is received; null before its answer. */
export function readTold(answer: unknown): Told | null {
  if (!isRecord(answer)) return null
  return {
    itens: rowsOf(answer.itens).map(itemOf),
    leituras: rowsOf(answer.leituras).map(readingOf),
    minhas: rowsOf(answer.minhas).map(readingOf),
  }
}

/** What an answer to a reading says of its item. */
export const answeredItem = (answer: Values) => ({
  id: number(answer.entrada_mercadoria_id),
  xProd: textOf(answer.xProd),
  un: textOf(answer.unidade),
  qTrib: number(answer.qTrib),
  qAuxiliar: numberOf(answer.qAuxiliar),
  unAuxiliar: textOf(answer.unAuxiliar),
  qRecebida: number(answer.qRecebida),
  qNota: number(answer.qNota),
  /** A pallet or a box: quantities are of volumes. */
  isUnit: isSet(answer.unitizador_id),
  avisos: Array.isArray(answer.avisos) ? answer.avisos.map(textOf) : [],
})
