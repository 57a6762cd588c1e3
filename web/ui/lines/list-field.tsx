import type { ReactElement } from 'react'
import { useForm } from '../form/context'
import type { Values } from '../row'
import { LinesField } from './lines-field'
import type { LinesTableProps } from './lines-props'
import { linesOf } from './lines-state'

interface ListFieldProps extends Pick<LinesTableProps, 'columns' | 'label' | 'onRemove' | 'addKey' | 'tools'> {
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
