import { was, type WebhookEvent } from '../event'

/** Low stock is no change of one record: the ledger tells it when a balance falls to its product's minimum. */
export const LOW_STOCK = 'ESTOQUE_BAIXO'

export const estoque: readonly WebhookEvent[] = [
  { type: 'ENTRADA_FINALIZADA', label: 'Entrada finalizada', resources: ['entrada'], happened: was('dhFinalizacao') },
  { type: 'ENTRADA_CANCELADA', label: 'Entrada cancelada', resources: ['entrada'], happened: was('dhCancelamento') },
  { type: LOW_STOCK, label: 'Estoque no mínimo ou abaixo', resources: [], happened: () => false },
]
