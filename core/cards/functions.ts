import * as v from 'valibot'
import { coreFunction } from '../function'
import { totalOf } from './card-file'
import { readCardText } from './read'

export const cardsFunctions = [
  coreFunction({
    name: 'cards.read',
    summary: 'Lê um arquivo de adquirente de cartões: Cielo (15 e anteriores), Rede EEVC ou Stone 2.2.',
    takes: '{text}',
    gives:
      '{acquirer, layout, option, merchant, sequence, begin_date, end_date, rows: […], batches: […], anticipations: […], records: […], unknown: […], notices: […], counts, net}',
    input: v.object({ text: v.string() }),
    run: ({ text }) => {
      const file = readCardText(text)
      const counts: Record<string, number> = {}
      for (const { type } of file.records) counts[type] = (counts[type] ?? 0) + 1
      return { ...file, counts, net: totalOf(file.rows).toFixed(2) }
    },
  }),
]
