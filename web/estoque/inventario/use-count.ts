import { useEffect, useState } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { decimal } from '../../../core/money/decimal'
import { chosenCompany, get } from '../../app/api'
import { toast } from '../../app/toasts'
import { amountOf, formatQuantity } from '../../ui/format'
import type { Values } from '../../ui/row'
import type { Call } from '../../ui/scan/device-queue'
import type { Outcome } from '../../ui/scan/last-reading'
import { type Question as Asked, type Readings, useReadings } from '../../ui/scan/use-readings'
import { findPlace, labelRead, placeRead, type ReadPlace, readPlace, useTurns, useWhere } from '../read-place'
import { countPath, counts } from './queue'
import { countedOf, type Counted, type Mine, type Place, readMine, withCounted } from './told'

type About = 'lot' | 'unknown'
export type Question = Asked<About>

const ABOUT: Readonly<Record<string, About>> = {
  no_lot: 'lot',
  which_lot: 'lot',
  unknown_code: 'unknown',
}

/** What has to be said of a reading that was refused before it counts. */
export const aboutOf = ({ code = '' }: Pick<Call, 'code'>): About | undefined => ABOUT[code]

export interface Counting extends Omit<Readings<About>, 'tell' | 'send' | 'begin'> {
  readonly place: ReadPlace | null
  readonly places: readonly Place[]
  /** What this person has counted where they are, the last first. */
  readonly counted: readonly Counted[]
  readonly enter: (place: ReadPlace | null) => void
  readonly scan: (code: string, quantity: string | null) => void
  /** Says how many there are of some goods, in place of what was counted of them. */
  readonly correct: (goods: Values, quantity: string, name: string) => void
}

const NO_PLACE = 'Leia ou escolha o local antes.'

interface Known extends Mine {
  /** The company and the place that it is of. */
  readonly of: string
}

/** What this person has counted, and the places of the count: asked when a place is entered or left or the company becomes another, kept up by the answers to what is counted. */
function useMine(id: number, place: ReadPlace | null): [Mine, (one: Counted) => void] {
  useSignals()
  const company = chosenCompany.value
  const [known, setKnown] = useState<Known>({ places: [], counted: [], of: '' })
  const at = place?.id
  const of = `${company} ${at ?? ''}`
  useEffect(() => {
    const stop = new AbortController()
    const load = async (): Promise<void> => {
      const query = at === undefined ? '' : `?armazenamento_id=${at}`
      try {
        const path = `estoque/mercadoria_inventario/${id}/minhaContagem${query}`
        const { places, counted } = readMine(await get(path, { signal: stop.signal }))
        // What was answered meanwhile is newer.
        setKnown((now) => ({
          places,
          of,
          counted: now.of === of ? now.counted.reduceRight(withCounted, counted) : counted,
        }))
      } catch (error) {
        toast.error(error)
      }
    }
    void load()
    return () => stop.abort()
  }, [id, at, of])
  const note = (one: Counted): void =>
    setKnown((now) => ({ ...now, of, counted: withCounted(now.of === of ? now.counted : [], one) }))
  return [{ places: known.places, counted: known.of === of ? known.counted : [] }, note]
}

/** What one reading counted, and what it has come to. */
function countedAs({ body }: Call, answer: Values): Outcome | null {
  const item = countedOf(answer)
  if (item === null) return null
  const counted = decimal(amountOf(body.quantidade)).times(amountOf(answer.cada))
  const sign = body.soma === false ? '' : counted.sign() < 0 ? '−' : '+'
  return {
    sound: 'ok',
    title: item.xProd,
    quantity: sign + formatQuantity(counted.abs().toFixed(4), 4),
    text: `Você contou ${formatQuantity(item.contada, 4)} ${item.un}`.trim(),
  }
}

/** Counting on this device. Nothing here knows what the books say. */
export function useCounting(id: number): Counting {
  const path = countPath(id)
  const { place, here, move } = useWhere(`inventario ${id}`)
  const [mine, note] = useMine(id, place)
  const machine = useReadings<About>({
    calls: counts,
    isMine: (call) => call.path === path,
    aboutOf,
    isUrgent: (about) => about === 'lot',
    countedAs: (call, answer) => {
      const item = countedOf(answer)
      if (item !== null && call.body.armazenamento_id === here()?.id) note(item)
      return countedAs(call, answer)
    },
    waitsAs: ({ text }) => ({ sound: 'ok', title: text }),
    offBy: ({ body }) => ({ path, body: { ...body, quantidade: decimal(amountOf(body.quantidade)).neg().toString() } }),
    // What was said by hand stands in place of what was read before it.
    settles: ({ body }) => body.soma === false,
  })
  const { tell, send, begin, ...shown } = machine
  const inTurn = useTurns()
  const enter = (next: ReadPlace | null): void => {
    move(next)
    begin()
    if (next !== null) tell({ sound: 'ok', word: 'Local', title: next.codigo, text: `Você conta em ${next.name}.` })
  }
  const seek = async (code: string): Promise<void> => {
    try {
      enter(readPlace(await findPlace(code)))
    } catch (error) {
      tell({ sound: 'error', title: code, text: error instanceof Error ? error.message : NO_PLACE })
    }
  }
  const take = async (code: string, quantity: string | null): Promise<void> => {
    const next = placeRead(mine.places, code)
    if (next !== undefined) return enter(next)
    const at = here()
    if (at === null || labelRead(code) !== null) return seek(code)
    const body = { armazenamento_id: at.id, codigo: code, quantidade: quantity ?? '1', soma: true }
    return send({ path, body, text: code })
  }
  return {
    ...shown,
    place,
    places: mine.places,
    counted: mine.counted,
    enter,
    scan: (code, quantity) => inTurn(() => take(code, quantity)),
    correct: (goods, quantity, name) => {
      if (place === null) return shown.fault(NO_PLACE)
      const body = { ...goods, armazenamento_id: place.id, quantidade: quantity, soma: false }
      return send({ path, body, text: name })
    },
  }
}
