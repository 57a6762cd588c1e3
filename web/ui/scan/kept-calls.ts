import { effect } from '@preact/signals-react'
import { chosenCompany, post, reachable } from '../../app/api'
import { session, sessionLost } from '../../app/session'
import { toast } from '../../app/toasts'
import { isRecord, type Values } from '../row'
import { type Call, DeviceQueue, type QueuePorts } from './device-queue'

/** What becomes of a call that was sent. */
export interface Hearer {
  readonly answered: (call: Call, answer: Values) => void
  /** It was refused, or something is asked, as the call says now. */
  readonly parked: (call: Call) => void
  /** It did not count, and is not to. */
  readonly undone: (call: Call) => void
  readonly stalled: (call: Call) => void
}

export interface KeptCalls {
  readonly queue: DeviceQueue
  /** Keeps a call and sends it; it says its own key (`chave`). False where it was not taken. A device that keeps nothing is told of once. */
  readonly add: (call: Pick<Call, 'key' | 'path' | 'body' | 'text'>) => boolean
  /** Calls back while a screen is open; answers with the way to stop. */
  readonly hear: (hearer: Hearer) => () => void
}

interface Kept extends Pick<QueuePorts, 'asks'> {
  /** What every call says beside its own. */
  readonly stamp: () => Values
  /** What is sent of a call, as it is sent. */
  readonly bodyOf?: (call: Call) => Values
}

export const NOT_KEPT = 'O aparelho não guardou esta leitura: envie o que espera antes de ler mais.'
const UNKEPT = 'Este aparelho não guarda leituras: não feche esta tela antes de tudo ser enviado.'

/** Calls that are kept on this device under a name, and sent as soon as somebody is there to send them as, and the server to take them. */
export function keepCalls(name: string, { stamp, bodyOf = ({ body }) => body, ...kept }: Kept): KeptCalls {
  const hearers = new Set<Hearer>()
  const queue = new DeviceQueue(name, {
    ...kept,
    storage: {
      getItem: (key) => localStorage.getItem(key),
      setItem: (key, text) => localStorage.setItem(key, text),
    },
    send: (call) => post(call.path, bodyOf(call), { quiet: true }),
    who: () => {
      const now = session.value
      const company = chosenCompany.value
      return now.status !== 'in' || sessionLost.value || company === null ? null : { user: now.user.id, company }
    },
    wait: (ms) => new Promise((later) => setTimeout(later, ms)),
    answered: (call, answer) => {
      for (const { answered } of hearers) answered(call, isRecord(answer) ? answer : {})
    },
    parked: (call) => {
      for (const { parked } of hearers) parked(call)
    },
    undone: (call) => {
      for (const { undone } of hearers) undone(call)
    },
    stalled: (call) => {
      for (const { stalled } of hearers) stalled(call)
    },
  })
  effect(() => {
    if (reachable.value && session.value.status === 'in' && !sessionLost.value && chosenCompany.value !== null)
      void queue.run()
  })
  let warned = false
  return {
    queue,
    add: (call) => {
      const added = queue.add({ ...call, body: { ...call.body, ...stamp(), chave: call.key } })
      if (added === 'unkept' && !warned) toast.alert(UNKEPT)
      warned = added === 'unkept'
      return added !== 'refused'
    },
    hear: (hearer) => {
      hearers.add(hearer)
      return () => void hearers.delete(hearer)
    },
  }
}

/** Is everything answered that was read on this device? Else it is told. */
export function allSent({ queue }: KeptCalls): boolean {
  if (queue.waiting.peek().length + queue.parked.peek().length === 0) return true
  toast.danger('Há leituras que ainda não foram contadas: envie ou remova antes.')
  return false
}
