import type { Row, Values } from '../row'

/** What a box of records searches: in a form, and in a cell of a list of lines. */
export interface SearchSource {
  readonly resource: string
  /** Exact filters of what may be chosen. */
  readonly where?: Values
  /** Filters that the resource names itself. */
  readonly custom?: Values
  /** Characters before it asks; 0 lists at once. */
  readonly minChars?: number
  /** What a row is called: rows whose name holds the typed words come first. */
  readonly nameOf?: (row: Row) => string
}
