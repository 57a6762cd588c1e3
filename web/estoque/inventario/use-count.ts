import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { decimal } from '../../../core/money/decimal'
import { type ApiError, get, reachable } from '../../app/api'
import { toast } from '../../app/toasts'
import { amountOf, formatQuantity } from '../../ui/format'
import type { Values } from '../../ui/row'
import type { Call } from '../../ui/scan/device-queue'
import type { Outcome } from '../../ui/scan/last-reading'
import { play } from '../../ui/scan/sounds'
import { findPlace, placeRead } from './find-place'
import { countPath, counts, hearCounts, isUndo, leavePlace, placeLeft, undoKey } from './queue'
import { countedOf, type Counted, type Mine, type Place, readMine, withCounted } from './told'

/** A reading that the server refused until more is said of it. */
export interface Question {
  readonly call: Call
  readonly about: 'lot' | 'unknown'
}

const ABOUT: Readonly<Record<string, Question['about']>> = {
  no_lot: 'lot',
  which_lot: 'lot',
  unknown_code: 'unknown',
}

export const aboutOf = (code: string | undefined): Question['about'] | undefined => ABOUT[code ?? '']

export interface Counting {
  readonly place: Place | null
  readonly places: readonly Place[]
  /** What this person has counted where they are, the last first. */
  readonly counted: readonly Counted[]
  readonly outcome: Outcome | null
  readonly question: Question | null
  readonly enter: (place: Place | null) => void
  readonly scan: (code: string, quantity: string | null) => void
  readonly fault: (message: string) => void
  /** Says how many there are of some goods, in place of what was counted of them. */
  readonly correct: (goods: Values, quantity: string, name: string) => void
  readonly undo: () => void
  /** Asks what a refused reading needs. */
  readonly ask: (call: Call) => void
  /** Sends it with what was said; undefined leaves it as it is. */
  readonly say: (question: Question, said: Values | undefined) => void
}

const NOT_KEPT = 'O aparelho não guardou esta leitura: envie o que espera antes de ler mais.'
const KEPT = 'Guardada no aparelho, para enviar.'
const NO_PLACE = 'Leia ou escolha o local antes.'

interface Known extends Mine {
  /** The place that it is of. */
  readonly at: number | undefined
}

/** What this person has counted, and the places of the count: asked when a place is entered or left, kept up by the answers to what is counted. */
function useMine(id: number, place: Place | null): [Mine, (one: Counted) => void] {
  const [known, setKnown] = useState<Known>({ places: [], counted: [], at: undefined })
  const at = place?.id
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
          at,
          counted: now.at === at ? now.counted.reduceRight(withCounted, counted) : counted,
        }))
      } catch (error) {
        toast.error(error)
      }
    }
    void load()
    return () => stop.abort()
  }, [id, at])
  const note = (one: Counted): void =>
    setKnown((now) => ({ ...now, at, counted: withCounted(now.at === at ? now.counted : [], one) }))
  return [{ places: known.places, counted: known.at === at ? known.counted : [] }, note]
}

/** The reading that is taken off next: the last one that is not being taken off yet, and that nothing was said by hand after. */
function lastOf(done: readonly Call[], path: string): Call | undefined {
  const waiting = counts.waiting.peek().filter((call) => call.path === path)
  const all = [...done, ...waiting].filter((call) => !isUndo(call))
  const since = all.slice(all.findLastIndex(({ body }) => body.soma === false) + 1)
  return since.findLast((call) => !waiting.some(({ key }) => key === undoKey(call)))
}

interface Heard {
  readonly outcome: Outcome | null
  readonly question: Question | null
  readonly tell: (outcome: Outcome) => void
  readonly ask: (question: Question | null) => void
  /** What the server has counted since the place was entered. */
  readonly done: () => readonly Call[]
  readonly begin: () => void
}

/** What becomes of readings: told by sound and sight, and asked where a lot has to be said first. */
function useHeard(path: string, place: Place | null, note: (one: Counted) => void): Heard {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [question, ask] = useState<Question | null>(null)
  const done = useRef<readonly Call[]>([])
  const tell = (next: Outcome): void => {
    setOutcome(next)
    play(next.sound)
  }
  const answered = useEffectEvent((call: Call, answer: Values) => {
    const item = call.path === path ? countedOf(answer) : null
    if (item === null) return
    done.current = isUndo(call)
      ? done.current.filter((one) => undoKey(one) !== call.key)
      : [...done.current.slice(-UNDONE_AT_MOST), call]
    if (call.body.armazenamento_id === place?.id) note(item)
    tell({ sound: 'ok', title: item.xProd, ...wordsOf(call, item, answer.cada) })
  })
  const parked = useEffectEvent((call: Call, { code, message }: ApiError) => {
    if (call.path !== path) return
    counts.drop(undoKey(call))
    const about = aboutOf(code)
    if (about === 'lot') ask({ call: { ...call, refused: message }, about })
    tell({ sound: about === 'lot' ? 'ask' : 'error', title: call.text, text: message })
  })
  const stalled = useEffectEvent((call: Call) => {
    if (call.path === path) tell({ sound: 'ok', title: call.text, text: KEPT, kept: true })
  })
  useEffect(
    () =>
      hearCounts({
        answered: (call, answer) => answered(call, answer),
        parked: (call, error) => parked(call, error),
        stalled: (call) => stalled(call),
      }),
    [],
  )
  const begin = (): void => {
    done.current = []
  }
  return { outcome, question, tell, ask, begin, done: () => done.current }
}

const UNDONE_AT_MOST = 500

/** What one reading counted, and what it has come to. */
function wordsOf({ body }: Call, { contada, un }: Counted, each: unknown): Pick<Outcome, 'quantity' | 'text'> {
  const counted = decimal(amountOf(body.quantidade)).times(amountOf(each))
  const sign = body.soma === false ? '' : counted.sign() < 0 ? '−' : '+'
  return {
    quantity: sign + formatQuantity(counted.abs().toFixed(4), 4),
    text: `Você contou ${formatQuantity(contada, 4)} ${un}`.trim(),
  }
}

/** Counting on this device: what is read is kept until the server has counted it. Nothing here knows what the books say. */
export function useCounting(id: number): Counting {
  const path = countPath(id)
  const [place, setPlace] = useState(() => placeLeft(id))
  const [mine, note] = useMine(id, place)
  const { outcome, question, tell, ask, begin, done } = useHeard(path, place, note)
  const send = (call: Pick<Call, 'key' | 'body' | 'text'>): void => {
    const kept = counts.add({ ...call, path, body: { ...call.body, chave: call.key, lida: Date.now() } })
    if (!kept) tell({ sound: 'error', title: call.text, text: NOT_KEPT })
    else if (!reachable.peek()) tell({ sound: 'ok', title: call.text, text: KEPT, kept: true })
  }
  const enter = (next: Place | null): void => {
    leavePlace(id, next)
    setPlace(next)
    begin()
    if (next !== null) tell({ sound: 'ok', title: next.codigo, text: `Você conta em ${next.name}.` })
  }
  const fault = (message: string): void => tell({ sound: 'error', title: 'Leitura', text: message })
  const seek = async (code: string): Promise<void> => {
    try {
      enter(await findPlace(code))
    } catch (error) {
      tell({ sound: 'error', title: code, text: error instanceof Error ? error.message : NO_PLACE })
    }
  }
  return {
    place,
    places: mine.places,
    counted: mine.counted,
    outcome,
    question,
    enter,
    fault,
    scan: (code, quantity) => {
      const next = placeRead(mine.places, code)
      if (next !== undefined) return enter(next)
      if (place === null) return void seek(code)
      const body = { armazenamento_id: place.id, codigo: code, quantidade: quantity ?? '1', soma: true }
      return send({ key: crypto.randomUUID(), body, text: code })
    },
    correct: (goods, quantity, name) => {
      if (place === null) return fault(NO_PLACE)
      const body = { ...goods, armazenamento_id: place.id, quantidade: quantity, soma: false }
      return send({ key: crypto.randomUUID(), body, text: name })
    },
    undo: () => {
      const last = lastOf(done(), path)
      if (last === undefined) return tell({ sound: 'error', title: 'Desfazer', text: 'Nada foi lido ainda.' })
      const quantidade = decimal(amountOf(last.body.quantidade)).neg().toString()
      return send({ key: undoKey(last), body: { ...last.body, quantidade }, text: last.text })
    },
    ask: (call) => {
      const about = aboutOf(call.code)
      if (about === undefined) counts.retry(call.key)
      else ask({ call, about })
    },
    say: ({ call }, said) => {
      ask(null)
      if (said !== undefined) counts.retry(call.key, said)
    },
  }
}
