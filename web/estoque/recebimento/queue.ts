import { effect } from '@preact/signals-react'
import { type ApiError, chosenCompany, post, reachable } from '../../app/api'
import { session, sessionLost } from '../../app/session'
import { readStored, writeStored } from '../../app/storage'
import { isRecord, type Values } from '../../ui/row'
import { type Call, DeviceQueue } from '../../ui/scan/device-queue'

/** What becomes of a reading that was sent. */
export interface Hearer {
  readonly answered: (call: Call, answer: Values) => void
  readonly parked: (call: Call, error: ApiError) => void
  readonly stalled: (call: Call) => void
}

const hearers = new Set<Hearer>()

/** Calls back while a screen is open; answers with the way to stop. */
export function hearReadings(hearer: Hearer): () => void {
  hearers.add(hearer)
  return () => void hearers.delete(hearer)
}

/** The readings of this device that the server has not answered yet. */
export const readings = new DeviceQueue('prumo.recebimento', {
  storage: {
    getItem: (name) => localStorage.getItem(name),
    setItem: (name, text) => localStorage.setItem(name, text),
  },
  send: ({ path, body }) => post(path, body, { quiet: true }),
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

// What was kept is sent as soon as somebody is there to send it as, and the server to take it.
effect(() => {
  if (reachable.value && session.value.status === 'in' && !sessionLost.value && chosenCompany.value !== null)
    void readings.run()
})

const DEVICE = 'aparelho'

/** What this device is called in readings: always the same. */
export function deviceName(): string {
  const known = readStored(DEVICE)
  if (typeof known === 'string') return known
  const name = crypto.randomUUID().slice(0, 8)
  writeStored(DEVICE, name)
  return name
}
