import { readCode } from '../../../core/receiving/reading'
import { get, list, readRow } from '../../app/api'
import { localToday } from '../../ui/format'
import { placeOf, type Place } from './told'

const PLACES = 'estoque/armazenamento'

/** The place that a code names, by its label or by what is written on it, among these. */
export function placeRead(places: readonly Place[], code: string): Place | undefined {
  const read = readCode(code, localToday())
  return places.find((one) => (read.kind === 'shelf' ? one.id === read.id : one.codigo === code.trim()))
}

/** The same among all places: goods may lie where none should. Throws ApiError, and what is said where no place, or more than one, has the code. */
export async function findPlace(code: string): Promise<Place> {
  const read = readCode(code, localToday())
  if (read.kind === 'shelf') return placeOf(readRow(await get(`${PLACES}/${read.id}`, { quiet: true })))
  const found = (await list(PLACES, { where: { codigo: code.trim() }, perPage: 2 })).data
  const [first] = found
  if (first === undefined) throw new Error(`Nenhum local tem o código ${code.trim()}.`)
  if (found.length > 1) throw new Error('Mais de um local tem este código: escolha na lista.')
  return placeOf(first)
}
