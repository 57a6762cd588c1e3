import type { Refusal } from '../form/form-model'
import { same } from '../form/typed-since'
import { linesOf, type Line, type LineColumn } from './lines-state'

/** What the server said of one field of a line, and the line as it was sent. */
export interface LineFault {
  readonly line: Line
  /** Where the line stood, from 0. */
  readonly row: number
  readonly field: string
  readonly text: string
}

/** What a refused save says of the lines of a list: `venda_mercadorias.2.vDesc` is the discount of the third. */
export function lineFaults({ errors, values }: Refusal, list: string): readonly LineFault[] {
  const lines = linesOf(values[list])
  return Object.entries(errors).flatMap(([path, [text]]) => {
    const [name, row, field] = path.split('.')
    const line = lines[Number(row)]
    return name === list && line !== undefined && field !== undefined && text !== undefined
      ? [{ line, row: Number(row), field, text }]
      : []
  })
}

/** The faults of lines that are still there with the value that was refused, told by where the lines stand now. */
export function standingFaults(faults: readonly LineFault[], lines: readonly Line[]): readonly LineFault[] {
  if (faults.length === 0) return []
  const rows = new Map(lines.map(({ key }, row) => [key, row]))
  return faults.flatMap((fault) => {
    const row = rows.get(fault.line.key)
    const now = row === undefined ? undefined : lines[row]
    return row !== undefined && same(now?.[fault.field], fault.line[fault.field]) ? [{ ...fault, row }] : []
  })
}

/** A fault in words: `Linha 3, Desconto: …`. */
export function tellFault({ row, field, text }: LineFault, columns: readonly LineColumn[]): string {
  const label = columns.find((column) => column.field === field)?.label
  return `Linha ${row + 1}${label === undefined ? '' : `, ${label}`}: ${text}`
}
