import { type FixedLine, readFixed } from '../layout/fixed-width'
import type { EdiFile, EdiVersion } from './edi-file'
import { seriesOf } from './notes'
import { NOTE, NOTE_5, NOTE_AMOUNTS_5, SHIPPER, SHIPPER_5, TOTALS, TOTALS_5 } from './notfis-layouts'
import { totalNotice } from './totals'

type Note = { -readonly [K in keyof EdiFile['notes'][number]]: EdiFile['notes'][number][K] }

/** Records that say nothing beside what is read: the beginning, and who receives. */
const SILENT = new Set(['310', '312', '500', '503'])

/** The notes that a company gives to its carrier: our own files, read back. */
export function readNotfis(
  lines: readonly FixedLine[],
  version: EdiVersion,
): Pick<EdiFile, 'notes' | 'unknown' | 'notices'> {
  const notes: Note[] = []
  const unknown: FixedLine[] = []
  const notices: string[] = []
  let issuer = ''
  for (const line of lines) {
    const id = line.text.slice(0, 3)
    const last = notes.at(-1)
    if (id === '311' || id === '501') issuer = readFixed(line, version === '5.0' ? SHIPPER_5 : SHIPPER).CNPJ
    else if (id === '313') {
      const { serie, numero, chave, valor } = readFixed(line, NOTE)
      notes.push({
        issuer,
        series: seriesOf(serie),
        number: numero ?? 0,
        key: chave,
        total: valor ?? '0.00',
      })
    } else if (id === '505') {
      const { serie, numero, chave } = readFixed(line, NOTE_5)
      notes.push({ issuer, series: seriesOf(serie), number: numero ?? 0, key: chave, total: '0.00' })
    } else if (id === '506' && last) last.total = readFixed(line, NOTE_AMOUNTS_5).valor ?? '0.00'
    else if (id === '318' || id === '519') {
      const told = readFixed(line, version === '5.0' ? TOTALS_5 : TOTALS).valor
      notices.push(
        ...totalNotice(
          'notas',
          told,
          notes.map((one) => one.total),
        ),
      )
    } else if (!SILENT.has(id)) unknown.push(line)
  }
  return { notes, unknown, notices }
}
