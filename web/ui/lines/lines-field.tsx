import { seenBy } from '../../app/access'
import { rights } from '../../app/session'
import { useRef, type ReactElement } from 'react'
import { useComputed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { useForm, useRegistered } from '../form/context'
import { useColumnChoice } from './column-choice'
import { lineFaults, standingFaults, tellFault } from './line-faults'
import { linesOf, type Line } from './lines-state'
import type { LinesTableProps } from './lines-props'
import { LinesTable } from './lines-table'

export interface LinesFieldProps extends Omit<LinesTableProps, 'lines' | 'onChange' | 'disabled' | 'faults' | 'seek'> {
  /** The nested list of the record: `venda_mercadorias`. */
  readonly name: string
  /** Only shown, whatever the rest of the form allows. */
  readonly locked?: boolean
  readonly onChange?: (lines: readonly Line[]) => void
}

const TOLD = 5

function Faults({ texts }: { readonly texts: readonly string[] }): ReactElement | null {
  if (texts.length === 0) return null
  const more = texts.length - TOLD
  return (
    <div role="alert" className="field-error">
      {texts.slice(0, TOLD).map((text) => (
        <p key={text}>{text}</p>
      ))}
      {more > 0 ? <p>{more === 1 ? 'E mais uma.' : `E mais ${more}.`}</p> : null}
    </div>
  )
}

/** The nested list of a form's record as a grid. It is sent with the record, so it is saved and checked with it. */
export function LinesField({ name, locked = false, onChange, ...table }: LinesFieldProps): ReactElement {
  useSignals()
  const form = useForm()
  const block = useRef<HTMLDivElement>(null)
  const lines = useComputed(() => linesOf(form.values.value[name])).value
  const fault = useComputed(() => form.errors.value[name]).value
  const refused = useComputed(() => (form.refused.value === null ? [] : lineFaults(form.refused.value, name))).value
  const faults = standingFaults(refused, lines)
  const { shown: columns, menu } = useColumnChoice(table.label, seenBy(rights.value, table.columns))
  useRegistered({
    name,
    label: table.label,
    required: false,
    tell: (path, text) => {
      const [found] = lineFaults({ errors: { [path]: [text] }, values: form.values.peek() }, name)
      return found === undefined ? text : tellFault(found, columns)
    },
    // What has no lines yet is filled where goods are added: the next reading of a scanner goes there.
    focus: () => {
      const isEmpty = linesOf(form.values.peek()[name]).length === 0
      const entry = isEmpty ? block.current?.querySelector<HTMLElement>('.quick') : null
      ;(entry ?? block.current?.querySelector<HTMLElement>('.lines'))?.focus()
    },
  })
  return (
    <div ref={block} data-field={name}>
      <LinesTable
        {...table}
        columns={columns}
        tools={
          <>
            {table.tools}
            {menu}
          </>
        }
        lines={lines}
        faults={faults}
        seek={refused[0]}
        disabled={locked || form.readOnly.value || form.whyNotList(name) !== undefined}
        onChange={(next) => {
          form.set(name, next)
          onChange?.(next)
        }}
      />
      <Faults
        texts={faults.length > 0 ? faults.map((one) => tellFault(one, columns)) : fault === undefined ? [] : [fault]}
      />
    </div>
  )
}
