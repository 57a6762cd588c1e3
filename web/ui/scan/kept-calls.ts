import { effect } from '@preact/signals-react'
import { type ApiError, chosenCompany, post, reachable } from '../../app/api'
import { session, sessionLost } from '../../app/session'
import { isRecord, type Values } from '../row'
import { type Call, DeviceQueue } from './device-queue'

/** What becomes of a call that was sent. */
export interface Hearer {
  readonly answered: (call: Call, answer: Values) => void
  readonly parked: (call: Call, error: ApiError) => void
  readonly stalled: (call: Call) => void
}

export interface KeptCalls {
  readonly queue: DeviceQueue
  /** Calls back while a screen is open; answers with the way to stop. */
  readonly hear: (hearer: Hearer) => () => void
}

/** Calls that are kept on this device under a name, and sent as soon as somebody is there to send them as, and the server to take them. `bodyOf` is what is sent of one, as it is sent. */
export function keepCalls(name: string, bodyOf: (call: Call) => Values = ({ body }) => body): KeptCalls {
  const hearers = new Set<Hearer>()
  const queue = new DeviceQueue(name, {
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
    parked: (call, error) => {
      for (const { parked } of hearers) parked(call, error)
    },
    stalled: (call) => {
      for (const { stalled } of hearers) stalled(call)
    },
  })
  effect(() => {
    if (reachable.value && session.value.status === 'in' && !sessionLost.value && chosenCompany.value !== null)
      void queue.run()
  })
  return {
    queue,
    hear: (hearer) => {
      hearers.add(hearer)
      return () => void hearers.delete(hearer)
    },
  }
}
