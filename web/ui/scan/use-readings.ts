import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { reachable } from '../../app/api'
import type { Values } from '../row'
import { type Call, isUndo, undoKey } from './device-queue'
import { type KeptCalls, NOT_KEPT } from './kept-calls'
import type { Outcome } from './last-reading'
import { play } from './sounds'
import { lastOf, type Read } from './undo'

/** What has to be said before a reading counts. */
export interface Question<About extends string> {
  /** As it was parked. */
  readonly call: Call
  readonly about: About
}

/** What is read on a screen, as its area knows it. */
interface Scanned<About extends string> {
  readonly calls: KeptCalls
  /** Is a call of this screen? */
  readonly isMine: (call: Call) => boolean
  /** What has to be said of a parked call; undefined where it can only be sent again. */
  readonly aboutOf: (call: Call) => About | undefined
  /** Is that asked at once? Else who reads goes on, and asks for it. */
  readonly isUrgent: (about: About) => boolean
  /** What an answer comes to; null where it tells of nothing. */
  readonly countedAs: (call: Call, answer: Values) => Outcome | null
  /** What is said of a call that waits, as far as the device knows what it is of. */
  readonly waitsAs: (call: Read) => Pick<Outcome, 'sound' | 'title'>
  /** What takes a reading off again. */
  readonly offBy: (read: Read) => Pick<Call, 'path' | 'body'>
  /** What this person read before the screen was opened and is not off, the oldest first. */
  readonly before?: readonly Read[]
  readonly settles?: (read: Read) => boolean
}

export interface Readings<About extends string> {
  readonly outcome: Outcome | null
  readonly question: Question<About> | null
  /** Says what something came to, by sound and sight. */
  readonly tell: (outcome: Outcome) => void
  readonly fault: (message: string) => void
  readonly send: (call: Pick<Call, 'path' | 'body' | 'text'>) => void
  /** Asks what a parked call needs, or sends it once more. */
  readonly ask: (call: Call) => void
  /** Sends a call with what was said of it; undefined leaves it where it is. */
  readonly say: (question: Question<About>, said: Values | undefined) => void
  /** Takes off a reading, or the last one of this person's. */
  readonly undo: (read?: Read) => void
  /** How many times the next code counts, where it was told. */
  readonly times: string | null
  readonly onTimes: (times: string | null) => void
  /** Work begins anew, in another place: nothing that was read until now is taken off any more. */
  readonly begin: () => void
}

const KEPT = 'Guardada no aparelho, para enviar.'
const NOTHING = 'Nada para desfazer aqui: corrija pela lista.'
const MOST = 500

interface Heard {
  readonly outcome: Outcome | null
  readonly tell: Readings<string>['tell']
  /** Says of a call, once, that it waits. */
  readonly tellWaits: (call: Read) => void
  /** What the server has counted since it was last forgotten. */
  readonly done: () => readonly Call[]
  readonly forget: () => void
}

/** What becomes of calls, told by sound and sight. `onAsk`: something is asked of one, at once. */
function useHeard<About extends string>(scanned: Scanned<About>, onAsk: (call: Call) => void): Heard {
  const { calls, isMine } = scanned
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const done = useRef<readonly Call[]>([])
  const waits = useRef(new Set<string>())
  const tell = (next: Outcome): void => {
    setOutcome(next)
    play(next.sound)
  }
  const tellWaits = (call: Read): void => {
    if (waits.current.has(call.key)) return
    waits.current.add(call.key)
    tell({ ...scanned.waitsAs(call), text: KEPT, word: 'Guardado' })
  }
  const heard = useEffectEvent((call: Call, what: (mine: Call) => void) => {
    waits.current.delete(call.key)
    if (isMine(call)) what(call)
  })
  const answered = useEffectEvent((call: Call, answer: Values) => {
    const counted = scanned.countedAs(call, answer)
    if (counted === null) return
    done.current = [...done.current.slice(-MOST), call]
    tell(isUndo(call) ? { word: 'Desfeito', ...counted } : counted)
  })
  const parked = useEffectEvent((call: Call) => {
    const about = scanned.aboutOf(call)
    const urgent = about !== undefined && scanned.isUrgent(about)
    if (urgent) onAsk(call)
    tell({ sound: urgent ? 'ask' : 'error', title: scanned.waitsAs(call).title, text: call.refused ?? '' })
  })
  const undone = useEffectEvent((call: Call) =>
    tell({ sound: 'ok', word: 'Desfeito', title: call.text, text: 'Não chegou a ser contada.' }),
  )
  // What was read before anybody knew that the server is away waits too.
  const stalled = useEffectEvent(() => {
    for (const call of calls.queue.waiting.peek().filter(isMine)) tellWaits(call)
  })
  useEffect(
    () =>
      calls.hear({
        answered: (call, answer) => heard(call, (mine) => answered(mine, answer)),
        parked: (call) => heard(call, (mine) => parked(mine)),
        undone: (call) => heard(call, (mine) => undone(mine)),
        stalled: () => stalled(),
      }),
    [calls],
  )
  const forget = (): void => {
    done.current = []
  }
  return { outcome, tell, tellWaits, forget, done: () => done.current }
}

/** The machine of a screen that is worked by scanner: what is read is kept on the device until the server has counted it, what is asked is asked one thing after another, and the last reading is taken off again. */
export function useReadings<About extends string>(scanned: Scanned<About>): Readings<About> {
  useSignals()
  const { calls, isMine, aboutOf } = scanned
  const { queue } = calls
  const [asked, setAsked] = useState<readonly string[]>([])
  const [times, onTimes] = useState<string | null>(null)
  const askLast = ({ key }: Call): void => setAsked((all) => [...all.filter((one) => one !== key), key])
  const { outcome, tell, tellWaits, done, forget } = useHeard(scanned, askLast)
  const add = (call: Pick<Call, 'key' | 'path' | 'body' | 'text'>): void => {
    if (!calls.add(call)) tell({ sound: 'error', title: call.text, text: NOT_KEPT })
    else if (!reachable.peek() || queue.stalled.peek()) tellWaits(call)
  }
  const undo = (read?: Read): void => {
    const waiting = queue.waiting.peek().filter(isMine)
    const off = new Set([...done(), ...waiting, ...queue.parked.peek()].filter(isUndo).map(({ key }) => key))
    const { before = [], settles = () => false } = scanned
    const last = read ?? lastOf({ before, done: done(), waiting, off, settles })
    if (last === undefined) return tell({ sound: 'error', word: 'Nada desfeito', title: 'Desfazer', text: NOTHING })
    if (off.has(undoKey(last))) return undefined
    return add({ ...scanned.offBy(last), key: undoKey(last), text: last.text })
  }
  const say = ({ call }: Question<About>, said: Values | undefined): void => {
    setAsked((all) => all.filter((key) => key !== call.key))
    if (said !== undefined) queue.retry(call.key, said)
    else tell({ sound: 'error', title: call.text, text: 'Não contada: responda ou remova na lista.' })
  }
  const [question = null] = asked.flatMap((key): readonly Question<About>[] => {
    const call = queue.parked.value.find((one) => one.key === key)
    const about = call && aboutOf(call)
    return call === undefined || about === undefined ? [] : [{ call, about }]
  })
  return {
    outcome,
    question,
    tell,
    fault: (message) => tell({ sound: 'error', title: 'Leitura', text: message }),
    send: (call) => add({ ...call, key: crypto.randomUUID() }),
    ask: (call) => {
      if (aboutOf(call) === undefined) queue.retry(call.key)
      else askLast(call)
    },
    say,
    undo,
    times,
    onTimes,
    begin: () => {
      onTimes(null)
      forget()
    },
  }
}
