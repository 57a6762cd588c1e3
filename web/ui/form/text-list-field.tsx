import { useRef, type ReactElement } from 'react'
import { useComputed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { textOf } from '../row'
import { useForm, useRegistered } from './context'
import { FieldFrame, type FieldBase } from './field'

/** What texts a list is of. */
export interface TextListKind {
  /** What may be typed of it. */
  readonly keep: (typed: string) => string
  /** What was typed, when the field is left. */
  readonly tidy: (typed: string) => string
  /** What is wrong with the list. */
  readonly fault: (list: readonly string[]) => string | undefined
  readonly inputMode?: 'email'
}

const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map((item) => textOf(item)) : [])

/** Texts parted by commas in one box, kept as a list. */
export function TextListField({ kind, ...props }: FieldBase & { readonly kind: TextListKind }): ReactElement {
  useSignals()
  const form = useForm()
  const input = useRef<HTMLInputElement>(null)
  const text = useComputed(() => listOf(form.values.value[props.name]).join(',')).value
  useRegistered({
    name: props.name,
    label: props.label,
    required: props.required ?? false,
    focus: () => input.current?.focus(),
    check: (value) => kind.fault(listOf(value)),
  })
  const keep = (typed: string): void => form.set(props.name, typed === '' ? null : typed.split(','))
  return (
    <FieldFrame span={12} help="Separe por vírgula" {...props}>
      {(ids) => (
        <input
          {...ids}
          ref={input}
          className="input"
          inputMode={kind.inputMode}
          autoComplete="off"
          value={text}
          onChange={(event) => keep(kind.keep(event.target.value))}
          onBlur={() => keep(kind.tidy(text))}
        />
      )}
    </FieldFrame>
  )
}
