import { writeCsv } from '../tabular/csv'
import { guarded } from '../tabular/guard'
import { LABEL_FIELDS, type LabelUse } from './fields'
import type { LabelRecord } from './label'

/** A column of the table: its heading, and the field that it holds. */
type CsvColumn = readonly [heading: string, field: string]

/** What programs with labels of their own know the columns of a picking by (spec, local monitors). */
const KNOWN: readonly CsvColumn[] = [
  ['BARCODE', 'codigo12'],
  ['COD_PEDIDO', 'venda_id'],
  ['COD_SEPARACAO', 'separacao_id'],
  ['CLIENTE_NOME', 'cliente'],
]
/** The headings that a list of picking has, in whichever order. */
export const PICKING_HEADINGS: readonly string[] = KNOWN.map(([heading]) => heading)
/** Which volume it is comes behind. */
const PICKING: readonly CsvColumn[] = [...KNOWN, ['VOLUME', 'volume']]

/** The columns of labels of a use: all its fields by their names, but for pickings. */
export const csvColumns = (use: LabelUse): readonly CsvColumn[] =>
  use === 'separacao' ? PICKING : Object.keys(LABEL_FIELDS[use]).map((name) => [name, name])

/** Records of labels as a table for programs that have labels of their own (BarTender): a line a record, how many of it last. Texts that a spreadsheet would run are guarded. */
export function labelsCsv(
  columns: readonly CsvColumn[],
  records: readonly { readonly record: LabelRecord; readonly copies: number }[],
): string {
  const lines = records.map(({ record, copies }) => [
    ...columns.map(([, field]) => guarded(record[field] ?? '')),
    String(copies),
  ])
  return writeCsv([[...columns.map(([heading]) => heading), 'qEtiquetas'], ...lines])
}
