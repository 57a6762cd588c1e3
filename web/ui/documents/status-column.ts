import type { ChipState } from '../chip'
import type { Row } from '../row'
import type { Column } from '../table/columns'

interface StateOption {
  readonly value: number | string
  readonly label: string
}

/** The column of a list that tells where each document stands, sorted and filtered by its `status`. `width` in pixels. */
export function statusColumn(
  options: readonly StateOption[],
  chip: (row: Row) => ChipState | null,
  width = 130,
): Column {
  return {
    field: 'status',
    label: 'Situação',
    kind: 'chip',
    width,
    sort: 'status',
    filter: 'select',
    options,
    chip,
    card: 'chip',
  }
}
