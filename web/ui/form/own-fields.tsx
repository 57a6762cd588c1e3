import { useRef, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { isRecord, textOf, type Values } from '../row'
import { useForm, useRegistered } from './context'
import { FieldFrame } from './field'

const LONGEST = 200
const NAME = 'custom_fields'

interface OwnFieldsProps {
  readonly named: readonly string[]
  /** What they are called together. */
  readonly label: string
}

/** The fields that a company has of its own on a document: texts, kept by their names. */
export function OwnFields({ named, label }: OwnFieldsProps): ReactElement {
  useSignals()
  const form = useForm()
  const first = useRef<HTMLInputElement>(null)
  useRegistered({ name: NAME, label, required: false, mute: true, focus: () => first.current?.focus() })
  const kept: unknown = form.values.value[NAME]
  const values: Values = isRecord(kept) ? kept : {}
  return (
    <>
      {named.map((name, at) => (
        <FieldFrame key={name} name={`${NAME}.${name}`} label={name} span={6}>
          {(ids) => (
            <input
              {...ids}
              ref={at === 0 ? first : undefined}
              className="input"
              value={textOf(values[name])}
              maxLength={LONGEST}
              autoComplete="off"
              onChange={({ target }) => form.set(NAME, { ...values, [name]: target.value })}
            />
          )}
        </FieldFrame>
      ))}
    </>
  )
}
