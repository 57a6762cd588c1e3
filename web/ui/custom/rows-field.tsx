import { useRef, type ReactElement } from 'react'
import { useComputed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { type CustomColumn, fieldOfCustom } from '../../../core/custom/definition'
import { CUSTOM_LIMITS } from '../../../core/custom/kinds'
import { Button, IconButton } from '../button'
import { useForm, useRegistered } from '../form/context'
import { FieldFrame, type FieldBase } from '../form/field'
import { optionsOf } from '../form/controls'
import { KINDS } from '../form/kinds'
import { recordsOf, textOf, type Values } from '../row'

/** Rows of a repeater: one box a cell, a row more at the end. */
export function RowsField(props: FieldBase & { readonly columns: readonly CustomColumn[] }): ReactElement {
  useSignals()
  const { name, label, columns, required = false, disabled = false, requiredText } = props
  const form = useForm()
  const table = useRef<HTMLDivElement>(null)
  const rows = recordsOf(useComputed(() => form.values.value[name]).value)
  const focus = (at: number): void =>
    table.current?.querySelectorAll<HTMLElement>('tbody tr')[at]?.querySelector('input')?.focus()
  useRegistered({ name, label, required, requiredText, focus: () => focus(0) })
  const put = (at: number, key: string, value: unknown): void =>
    form.set(
      name,
      rows.map((row, index) => (index === at ? { ...row, [key]: value } : row)),
    )
  const add = (): void => {
    form.set(name, [...rows, {}])
    requestAnimationFrame(() => focus(rows.length))
  }
  return (
    <FieldFrame {...props}>
      {() => (
        <div className="own-rows" ref={table} role="group" aria-label={label}>
          {rows.length === 0 ? null : (
            <table>
              <Heads columns={columns} />
              <tbody>
                {rows.map((row, at) => (
                  // Rows have nothing that names them but their place.
                  // oxlint-disable-next-line react/no-array-index-key
                  <tr key={at}>
                    {columns.map((column) => (
                      <td key={column.key}>
                        <Cell
                          column={column}
                          row={row}
                          label={`${column.label}, linha ${at + 1}`}
                          disabled={disabled}
                          onChange={(value) => put(at, column.key, value)}
                        />
                      </td>
                    ))}
                    <td>
                      <IconButton
                        icon="close"
                        label={`Tirar a linha ${at + 1}`}
                        disabled={disabled}
                        onClick={() =>
                          form.set(
                            name,
                            rows.filter((_, index) => index !== at),
                          )
                        }
                      />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          <Button icon="add" disabled={disabled || rows.length >= CUSTOM_LIMITS.rows} onClick={add}>
            Adicionar
          </Button>
        </div>
      )}
    </FieldFrame>
  )
}

const Heads = ({ columns }: { readonly columns: readonly CustomColumn[] }): ReactElement => (
  <thead>
    <tr>
      {columns.map((column) => (
        <th key={column.key}>{column.label}</th>
      ))}
      <th aria-label="Tirar" />
    </tr>
  </thead>
)

interface CellProps {
  readonly column: CustomColumn
  readonly row: Values
  readonly label: string
  readonly disabled: boolean
  readonly onChange: (value: unknown) => void
}

function Cell({ column, row, label, disabled, onChange }: CellProps): ReactElement {
  const { meta } = fieldOfCustom(column)
  const value = row[column.key]
  const common = { className: 'input', 'aria-label': label, disabled }
  if (column.type === 'boolean')
    return (
      <input
        {...common}
        type="checkbox"
        className=""
        checked={value === true}
        onChange={({ target }) => onChange(target.checked)}
      />
    )
  if (column.type === 'date')
    return (
      <input {...common} type="date" value={textOf(value)} onChange={({ target }) => onChange(target.value || null)} />
    )
  const options = optionsOf(meta)
  if (options !== undefined)
    return (
      <select {...common} value={textOf(value)} onChange={({ target }) => onChange(target.value || null)}>
        <option value="" />
        {options.map((one) => (
          <option key={String(one.value)} value={String(one.value)}>
            {one.label}
          </option>
        ))}
      </select>
    )
  if (meta.kind === 'decimal')
    return <NumberCell {...common} value={value} decimals={meta.decimals ?? 2} onChange={onChange} />
  return (
    <input
      {...common}
      value={textOf(value)}
      maxLength={CUSTOM_LIMITS.text}
      onChange={({ target }) => onChange(target.value || null)}
    />
  )
}

interface NumberProps {
  readonly className: string
  readonly 'aria-label': string
  readonly disabled: boolean
  readonly value: unknown
  readonly decimals: number
  readonly onChange: (value: unknown) => void
}

/** A number is read when its box is left. */
function NumberCell({ value, decimals, onChange, className, ...box }: NumberProps): ReactElement {
  const kind = KINDS.number
  const shown = kind.show(value, { decimals })
  return (
    <input
      key={shown}
      {...box}
      className={`${className} input-end`}
      inputMode="decimal"
      defaultValue={shown}
      onBlur={({ target }) => onChange(kind.read(target.value, { decimals }))}
    />
  )
}
