import { readStored, writeStored } from '../../app/storage'
import { keepCalls } from '../../ui/scan/kept-calls'

/** The readings of this device that the server has not answered yet. */
export const { queue: readings, hear: hearReadings } = keepCalls('prumo.recebimento')

const DEVICE = 'aparelho'

/** What this device is called in readings: always the same. */
export function deviceName(): string {
  const known = readStored(DEVICE)
  if (typeof known === 'string') return known
  const name = crypto.randomUUID().slice(0, 8)
  writeStored(DEVICE, name)
  return name
}
