import { readStored, writeStored } from '../../app/storage'
import { isRecord, isRow, numberOf } from '../../ui/row'
import type { Call } from '../../ui/scan/device-queue'
import { keepCalls } from '../../ui/scan/kept-calls'
import { placeOf, type Place } from './told'

const AT_ONCE_MS = 1_000

/** How long ago something was read, for a server that does not trust this device's clock; 0 for what is sent at once. */
export function ageOf(read: unknown, now: number): number {
  const age = now - (numberOf(read) ?? now)
  return age < AT_ONCE_MS ? 0 : Math.round(age)
}

/** What people count on this device and the server has not answered yet; each knows when it was read (`lida`). */
export const { queue: counts, hear: hearCounts } = keepCalls('prumo.inventario', ({ body: { lida, ...body } }) => ({
  ...body,
  idade_ms: ageOf(lida, Date.now()),
}))

export const countPath = (id: number): string => `estoque/mercadoria_inventario/${id}/contar`

/** What takes a reading off again is sent under the reading's key with this behind it: it counts once, however often it is asked for. */
const OFF = '-'
export const isUndo = ({ key }: Pick<Call, 'key'>): boolean => key.endsWith(OFF)
export const undoKey = ({ key }: Pick<Call, 'key'>): string => key + OFF

const WHERE = 'contagem'

/** Where this device counts, of a count: a reload goes on there. */
export function placeLeft(id: number): Place | null {
  const kept = readStored(WHERE)
  return isRecord(kept) && kept.inventario === id && isRow(kept.local) ? placeOf(kept.local) : null
}

export const leavePlace = (id: number, place: Place | null): void =>
  writeStored(
    WHERE,
    place && { inventario: id, local: { id: place.id, codigo: place.codigo, xArmazenamento: place.name } },
  )
