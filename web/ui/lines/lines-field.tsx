import { useRef, type ReactElement } from 'react'
import { useComputed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { useForm, useRegistered } from '../form/context'
import { linesOf, type Line } from './lines-state'
import { LinesTable, type LinesTableProps } from './lines-table'

export interface LinesFieldProps extends Omit<LinesTableProps, 'lines' | 'onChange' | 'disabled'> {
  /** The nested list of the record: `venda_mercadorias`. */
  readonly name: string
  /** Only shown, whatever the rest of the form allows. */
  readonly locked?: boolean
  readonly onChange?: (lines: readonly Line[]) => void
}

/** The nested list of a form's record as a grid. It is sent with the record, so it is saved and checked with it. */
export function LinesField({ name, locked = false, onChange, ...table }: LinesFieldProps): ReactElement {
  useSignals()
  const form = useForm()
  const block = useRef<HTMLDivElement>(null)
  const lines = useComputed(() => linesOf(form.values.value[name])).value
  const fault = useComputed(() => form.errors.value[name]).value
  useRegistered({
    name,
    label: table.label,
    required: false,
    focus: () => block.current?.querySelector<HTMLElement>('.lines')?.focus(),
  })
  return (
    <div ref={block} data-field={name}>
      <LinesTable
        {...table}
        lines={lines}
        disabled={locked || form.readOnly.value}
        onChange={(next) => {
          form.set(name, next)
          onChange?.(next)
        }}
      />
      {fault === undefined ? null : (
        <p role="alert" className="field-error">
          {fault}
        </p>
      )}
    </div>
  )
}
