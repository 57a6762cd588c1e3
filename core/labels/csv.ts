import { writeCsv } from '../tabular/csv'
import { guarded } from '../tabular/guard'
import type { LabelRecord } from './label'

/** The fields of labels as a table for programs that have labels of their own (BarTender): a line a record, how many of it last. Texts that a spreadsheet would run are guarded. */
export function labelsCsv(
  fields: readonly string[],
  records: readonly { readonly record: LabelRecord; readonly copies: number }[],
): string {
  const lines = records.map(({ record, copies }) => [
    ...fields.map((name) => guarded(record[name] ?? '')),
    String(copies),
  ])
  return writeCsv([[...fields, 'qEtiquetas'], ...lines])
}
