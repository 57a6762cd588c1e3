import { createHash } from 'node:crypto'
import type { CardBatch, CardFile, CardRow } from '../../../core/cards/card-file'
import {
  conciliacaoFields,
  conciliacaoRecebimentoFields,
  conciliacaoVendaFields,
} from '../../../core/fields/financeiro/conciliacao'

/** Files of acquirers say texts of any length; what is kept of them has the length of its field. */

const LONGEST_KEY = 200

/** A key as it is; of one that is too long what tells it from all others. */
const boundedKey = (key: string): string =>
  key.length <= LONGEST_KEY
    ? key
    : `${key.slice(0, LONGEST_KEY - 65)}|${createHash('sha256').update(key).digest('hex')}`

type Limits = Readonly<Record<string, { readonly meta: { readonly max?: number | undefined } }>>

function cut<T extends object>(fields: Limits, record: T): T {
  const entries = Object.entries(record).map(([name, value]: [string, unknown]) => {
    const max = Object.hasOwn(fields, name) ? fields[name]?.meta.max : undefined
    return [name, typeof value === 'string' && max !== undefined ? value.slice(0, max) : value]
  })
  return { ...record, ...Object.fromEntries(entries) }
}

const boundedRow = (row: CardRow): CardRow => ({
  ...cut(conciliacaoVendaFields, row),
  chave: boundedKey(row.chave),
  recebimento: row.recebimento && boundedKey(row.recebimento),
})

const boundedBatch = (batch: CardBatch): CardBatch => ({
  ...cut(conciliacaoRecebimentoFields, batch),
  chave: boundedKey(batch.chave),
})

/** A file whose texts fit their fields, and whose keys fit their index. */
export const bounded = (file: CardFile): CardFile => ({
  ...cut(conciliacaoFields, file),
  rows: file.rows.map(boundedRow),
  batches: file.batches.map(boundedBatch),
  anticipations: file.anticipations.map((one) => cut(conciliacaoVendaFields, one)),
})
