import { readStored, writeStored } from '../../app/storage'
import { isRecord } from '../../ui/row'
import { keepCalls } from '../../ui/scan/kept-calls'

const DEVICE = 'aparelho'

/** What this device is called in readings: always the same. */
function deviceName(): string {
  const known = readStored(DEVICE)
  if (typeof known === 'string') return known
  const name = crypto.randomUUID().slice(0, 8)
  writeStored(DEVICE, name)
  return name
}

/** The readings of this device that the server has not answered yet, or asks about. */
export const readings = keepCalls('prumo.recebimento', {
  stamp: () => ({ dispositivo: deviceName() }),
  asks: (answer) => {
    if (!isRecord(answer)) return undefined
    if (answer.solicitaQuantidade === true) return { code: 'asks_quantity', message: 'Informe a quantidade.' }
    return answer.solicitaLote === true ? { code: 'asks_lot', message: 'Informe o lote e a validade.' } : undefined
  },
})
