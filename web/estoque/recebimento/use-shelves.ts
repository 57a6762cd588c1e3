import { readCode } from '../../../core/receiving/reading'
import { reachable } from '../../app/api'
import { localToday } from '../../ui/format'
import { isRecord, numberOf, rowsOf } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'
import { findPlace, labelRead, type ReadPlace, readPlace, placeRead, useWhere } from '../read-place'

const FREE = { bloqueado: false }
const SHOWN = 200
const PATH = `estoque/armazenamento?perPage=${SHOWN}&where=${encodeURIComponent(JSON.stringify(FREE))}`

export interface Shelves {
  readonly shelves: readonly ReadPlace[]
  readonly shelf: ReadPlace | null
  readonly here: () => ReadPlace | null
  readonly onShelf: (shelf: ReadPlace | null) => void
  /** The shelf that a code names; undefined where it names none. Throws what is said of a label that is of none. */
  readonly shelfRead: (code: string) => Promise<ReadPlace | undefined>
}

/** The places of the company that take goods, and the one that what is read is put into. Companies with more places than are listed have the server asked. */
export function useShelves(id: number): Shelves {
  const answer = useLoaded(PATH, 'armazenamento')
  const { place, here, move } = useWhere(`entrada ${id}`)
  const shelves = isRecord(answer) ? rowsOf(answer.data).map(readPlace) : []
  const all = isRecord(answer) && (numberOf(answer.total) ?? 0) <= shelves.length
  const known = place === null || shelves.some((one) => one.id === place.id) ? shelves : [place, ...shelves]
  const shelfRead = async (code: string): Promise<ReadPlace | undefined> => {
    const found = placeRead(known, code)
    if (found !== undefined) return found
    if (labelRead(code) !== null) return readPlace(await findPlace(code, FREE))
    // What is no bar code either may be the name of a place that only the server knows.
    const read = readCode(code, localToday())
    const named = read.kind === 'goods' && read.codes.every(({ by }) => by === 'text')
    if (all || !named || !reachable.peek()) return undefined
    return findPlace(code, FREE).then(readPlace, () => undefined)
  }
  return { shelves: known, shelf: place, here, onShelf: move, shelfRead }
}
