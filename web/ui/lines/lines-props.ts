import type { ReactNode } from 'react'
import type { LineFault } from './line-faults'
import type { LineMark } from './line-marks'
import type { Compute, Line, LineColumn } from './lines-state'

/** A list of lines: what it shows and what may be done there. */
export interface LinesTableProps {
  readonly label: string
  readonly columns: readonly LineColumn[]
  readonly lines: readonly Line[]
  readonly onChange: (lines: readonly Line[]) => void
  /** What follows from a written cell: a function of the core. */
  readonly compute?: Compute
  /** Adds a line: opens its picker or form. F2. */
  readonly onAdd?: () => void
  /** `onAdd` puts an empty line at the end: the focus goes to it. */
  readonly addsInPlace?: boolean
  /** False where F2 opens another tab of the form. */
  readonly addKey?: boolean
  /** Enter on a line that is not being written: opens its own form. */
  readonly onOpen?: (line: Line) => void
  /** False keeps the line (a confirmation was refused). */
  readonly onRemove?: (line: Line) => boolean | Promise<boolean>
  readonly disabled?: boolean
  /** Lines are changed, never removed. */
  readonly fixed?: boolean
  /** Stands before the tools: a box that adds lines in its own way. */
  readonly lead?: ReactNode
  readonly tools?: ReactNode
  /** Keys of the lines that are marked: sums are theirs while there are any. */
  readonly marked?: ReadonlySet<string>
  /** What stands beside a line's name. */
  readonly marks?: (line: Line) => readonly LineMark[]
  /** What is wrong with cells. */
  readonly faults?: readonly LineFault[] | undefined
  /** The cell to go to, once for each that is given. */
  readonly seek?: Pick<LineFault, 'row' | 'field'> | undefined
}
