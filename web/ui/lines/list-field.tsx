import type { ReactElement } from 'react'
import { useForm } from '../form/context'
import { displayName } from '../format'
import { isRow, type Values } from '../row'
import { LinesField } from './lines-field'
import type { LinesTableProps } from './lines-table'
import { linesOf, type LineColumn } from './lines-state'

interface ListFieldProps extends Pick<LinesTableProps, 'columns' | 'label' | 'onRemove' | 'addKey'> {
  /** The nested list of the record. */
  readonly name: string
  /** What a new line starts with. */
  readonly blank?: Values
}

/** A short list that is written with its record: lines are added empty and filled in place. */
export function ListField({ name, blank, ...table }: ListFieldProps): ReactElement {
  const form = useForm()
  const add = (): void => form.set(name, [...linesOf(form.values.value[name]), { ...blank, key: crypto.randomUUID() }])
  return (
    <div className="stack">
      <h3 className="group-title">{table.label}</h3>
      <LinesField name={name} {...table} onAdd={add} addsInPlace />
    </div>
  )
}

interface ReferenceOptions extends Pick<LineColumn, 'width'> {
  /** Only these are offered. */
  readonly where?: Values
  readonly object?: string
  readonly minChars?: number
  readonly required?: boolean
}

/** A column that refers to another resource by `{object}_id`. */
export function referenceLine(
  field: string,
  label: string,
  resource: string,
  { object = field.replace(/_id$/, ''), minChars = 0, where, ...rest }: ReferenceOptions = {},
): LineColumn {
  return {
    field,
    label,
    editable: true,
    show: (line) => displayName(line[object]),
    reference: {
      resource,
      minChars,
      ...(where === undefined ? {} : { where }),
      show: (row) => displayName(row),
      current: (line) => {
        const shown = line[object]
        return isRow(shown) ? shown : null
      },
      pick: (line, row) => ({ ...line, [field]: row?.id ?? null, [object]: row }),
    },
    ...rest,
  }
}
