import type { ReactElement } from 'react'
import { displayName } from '../format'
import { RowCombobox } from '../form/row-combobox'
import { isRow, textOf, type Row, type Values } from '../row'

export interface InlineColumn {
  readonly field: string
  readonly label: string
  readonly width?: number
  /** Said when it is left empty; without it the field may be. */
  readonly requiredText?: string
  readonly maxLength?: number
  readonly upper?: boolean
  /** Yes or no. */
  readonly toggle?: boolean
  /** A reference: the resource to choose from, and the field of its display object. */
  readonly resource?: string
  readonly object?: string
  readonly show: (row: Row) => string
}

/** A column of plain text. */
export function textColumn(field: string, label: string, rest: Partial<InlineColumn> = {}): InlineColumn {
  return { field, label, maxLength: 120, show: (row) => textOf(row[field]), ...rest }
}

/** A column that refers to another resource by `{object}_id`. */
export function referenceColumn(
  object: string,
  label: string,
  resource: string,
  rest: Partial<InlineColumn> = {},
): InlineColumn {
  return { field: `${object}_id`, object, label, resource, show: (row) => displayName(row[object]), ...rest }
}

interface InlineCellProps {
  readonly column: InlineColumn
  readonly values: Values
  readonly onChange: (changes: Values) => void
}

/** The control of one cell of a row being written. */
export function InlineCell({ column, values, onChange }: InlineCellProps): ReactElement {
  const { field, object, resource, label } = column
  if (resource !== undefined && object !== undefined) {
    const current = values[object]
    return (
      <RowCombobox
        resource={resource}
        label={label}
        current={isRow(current) ? current : null}
        show={displayName}
        onPick={(row) => onChange({ [field]: row?.id ?? null, [object]: row })}
      />
    )
  }
  if (column.toggle === true)
    return (
      <input
        type="checkbox"
        aria-label={label}
        checked={values[field] === true}
        onChange={(event) => onChange({ [field]: event.target.checked })}
      />
    )
  return (
    <input
      className="input"
      aria-label={label}
      maxLength={column.maxLength}
      value={textOf(values[field])}
      onChange={(event) =>
        onChange({ [field]: column.upper === true ? event.target.value.toUpperCase() : event.target.value })
      }
    />
  )
}
