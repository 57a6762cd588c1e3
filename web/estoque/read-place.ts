import { useRef, useState } from 'react'
import { readCode } from '../../core/receiving/reading'
import { list } from '../app/api'
import { session } from '../app/session'
import { readStored, writeStored } from '../app/storage'
import { localToday } from '../ui/format'
import { isRecord, isRow, textOf, type Row, type Values } from '../ui/row'

/** A place whose label is read, before what is put or counted there. */
export interface ReadPlace {
  readonly id: number
  readonly codigo: string
  readonly name: string
}

export const readPlace = (row: Row): ReadPlace => ({
  id: Number(row.id),
  codigo: textOf(row.codigo),
  name: textOf(row.xArmazenamento),
})

/** The number of a place whose label was read; null for what is no such label. */
export function labelRead(code: string): number | null {
  const read = readCode(code, localToday())
  return read.kind === 'shelf' ? read.id : null
}

/** The place that a code names, by its label or by what is written on it, among these. */
export function placeRead<P extends ReadPlace>(places: readonly P[], code: string): P | undefined {
  const label = labelRead(code)
  return places.find((one) => (label === null ? one.codigo === code.trim() : one.id === label))
}

/** The same among all places, or all such as `where` says. Throws ApiError, and what is said where no place, or more than one, has the code. */
export async function findPlace(code: string, where: Values = {}): Promise<Row> {
  const label = labelRead(code)
  const named = label === null ? { codigo: code.trim() } : { id: label }
  const found = (await list('estoque/armazenamento', { where: { ...where, ...named }, perPage: 2 })).data
  const [first] = found
  if (first === undefined)
    throw new Error(
      label === null ? `Nenhum local tem o código ${code.trim()}.` : 'Esta etiqueta não é de nenhum local.',
    )
  if (found.length > 1) throw new Error('Mais de um local tem este código: escolha na lista.')
  return first
}

const WHERE = 'local'
const who = (): number | null => {
  const now = session.peek()
  return now.status === 'in' ? now.user.id : null
}

interface Where {
  readonly place: ReadPlace | null
  /** Where it is by now, for what was read before the screen is drawn anew. */
  readonly here: () => ReadPlace | null
  readonly move: (place: ReadPlace | null) => void
}

/** Where somebody works with this device, at one document (`work`): a reload goes on there, and nobody else does. */
export function useWhere(work: string): Where {
  const [place, setPlace] = useState(() => {
    const kept = readStored(WHERE)
    return isRecord(kept) && kept.work === work && kept.user === who() && isRow(kept.place)
      ? readPlace(kept.place)
      : null
  })
  const now = useRef(place)
  return {
    place,
    here: () => now.current,
    move: (next) => {
      now.current = next
      setPlace(next)
      const kept = next && { id: next.id, codigo: next.codigo, xArmazenamento: next.name }
      writeStored(WHERE, kept && { work, user: who(), place: kept })
    },
  }
}

/** Does one thing after another: what is read behind a place's label waits until it is known which place that is. What is done tells its own faults. */
export function useTurns(): (go: () => Promise<void> | void) => void {
  const last = useRef<Promise<void>>(Promise.resolve())
  return (go) => {
    last.current = last.current.then(go, go)
  }
}
