import { useRef, type ReactElement } from 'react'
import { useComputed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { keepEmailCharacters, readEmailList, tidyEmailList } from '../../../core/br/fields'
import { CoreError } from '../../../core/errors'
import { textOf } from '../row'
import { useForm, useRegistered } from './context'
import { FieldFrame, type FieldBase } from './field'

const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map((item) => textOf(item)) : [])

function fault(value: unknown): string | undefined {
  try {
    readEmailList(listOf(value))
    return undefined
  } catch (error) {
    return error instanceof CoreError ? error.message : 'Por favor, preencha os emails corretamente.'
  }
}

/** Addresses parted by commas in one box, kept as a list. */
export function EmailListField(props: FieldBase): ReactElement {
  useSignals()
  const form = useForm()
  const input = useRef<HTMLInputElement>(null)
  const text = useComputed(() => listOf(form.values.value[props.name]).join(',')).value
  useRegistered({
    name: props.name,
    label: props.label,
    required: props.required ?? false,
    focus: () => input.current?.focus(),
    check: fault,
  })
  const keep = (typed: string): void => form.set(props.name, typed === '' ? null : typed.split(','))
  return (
    <FieldFrame span={12} help="Separe por vírgula" {...props}>
      {(ids) => (
        <input
          {...ids}
          ref={input}
          className="input"
          inputMode="email"
          autoComplete="off"
          value={text}
          onChange={(event) => keep(keepEmailCharacters(event.target.value))}
          onBlur={() => keep(tidyEmailList(text))}
        />
      )}
    </FieldFrame>
  )
}
