import { useRef, type ReactElement } from 'react'
import { useComputed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import type { CustomOption } from '../../../core/custom/definition'
import { useForm, useRegistered } from '../form/context'
import { FieldFrame, type FieldBase } from '../form/field'
import { Tag } from './tag'

const tagsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : [])

/** Tags of a record: those offered, each of which is on or off. A switch of its own each, so that they are reached and pressed by keys. */
export function TagsField(props: FieldBase & { readonly options: readonly CustomOption[] }): ReactElement {
  useSignals()
  const { name, label, options, required = false, disabled, requiredText } = props
  const form = useForm()
  const first = useRef<HTMLInputElement>(null)
  const value = tagsOf(useComputed(() => form.values.value[name]).value)
  useRegistered({ name, label, required, requiredText, focus: () => first.current?.focus() })
  // What is offered no more stays where it was.
  const shown = [...options, ...value.filter((tag) => !options.some((one) => one.value === tag)).map(bare)]
  return (
    <FieldFrame {...props}>
      {(ids) => (
        <span className="own-tags" role="group" aria-label={label}>
          {shown.map((option, at) => (
            <label key={option.value} className="own-tag-choice">
              <input
                {...(at === 0 ? { ...ids, ref: first } : {})}
                type="checkbox"
                disabled={disabled}
                checked={value.includes(option.value)}
                onChange={({ target }) =>
                  form.set(
                    name,
                    target.checked ? [...value, option.value] : value.filter((tag) => tag !== option.value),
                  )
                }
              />
              <Tag option={option} />
            </label>
          ))}
        </span>
      )}
    </FieldFrame>
  )
}

const bare = (tag: string): CustomOption => ({ value: tag, label: tag })
