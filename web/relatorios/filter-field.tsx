import type { ReactElement } from 'react'
import { Field } from '../ui/form/fields'
import type { FormModel } from '../ui/form/form-model'
import { ReferenceField } from '../ui/form/reference-field'
import { textOf } from '../ui/row'
import type { Filter } from './shapes'

/** A start after the end moves the end, an end before the start moves the start (document 1, section 5). */
function keepOrder(names: readonly string[], chosen: number): (value: unknown, form: FormModel) => void {
  return (value, form) => {
    const other = names[1 - chosen] ?? ''
    const [mine, theirs] = [textOf(value), textOf(form.values.peek()[other])]
    if (mine === '' || theirs === '') return
    if (chosen === 0 ? mine > theirs : mine < theirs) form.set(other, mine)
  }
}

/** One filter of a report, as the server describes it. */
export function FilterField({ filter }: { readonly filter: Filter }): ReactElement {
  const { kind, name, names, label, required, resource, options } = filter
  switch (kind) {
    case 'period':
      return (
        <>
          {names.map((part, at) => (
            <Field
              key={part}
              name={part}
              label={`${label}: ${at === 0 ? 'de' : 'até'}`}
              kind="date"
              required={required}
              span={3}
              onCommit={keepOrder(names, at)}
            />
          ))}
        </>
      )
    case 'date':
      return <Field name={name} label={label} kind="date" required={required} span={3} />
    case 'ref':
      return <ReferenceField name={name} label={label} resource={resource} required={required} span={4} />
    case 'choice':
      return <Field name={name} label={label} kind="select" options={options} required span={3} />
    case 'integer':
      return <Field name={name} label={label} kind="integer" required={required} span={2} />
  }
}
