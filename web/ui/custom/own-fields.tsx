import { Fragment, type ReactElement } from 'react'
import { fieldOfCustom } from '../../../core/custom/definition'
import { controlOf } from '../form/controls'
import { Field } from '../form/fields'
import { ReferenceField } from '../form/reference-field'
import { textOf } from '../row'
import { ownName } from './flat'
import type { OwnField } from './known'
import { RowsField } from './rows-field'
import { TagsField } from './tags-field'

/** Said where a field is left empty that has to be given (document 3, section 6). */
const requiredText = (label: string): string => `O campo "${label}" é obrigatório`

/** The control of a company's own field. */
function OwnControl({ field }: { readonly field: OwnField }): ReactElement {
  const { key, label, required, span, editable, type, recurso, ui, mostra } = field
  const name = ownName(key)
  const about = { name, label, required, span, disabled: !editable, requiredText: requiredText(label) }
  if (type === 'tags') return <TagsField {...about} options={field.options} />
  if (type === 'repeater') return <RowsField {...about} columns={field.columns} />
  if (type === 'autocomplete' && recurso !== undefined)
    return (
      <ReferenceField
        {...about}
        resource={recurso}
        object={`${name}_ref`}
        minChars={ui.minChars ?? 2}
        display={(row) => textOf(row[mostra]) || `nº ${String(row.id)}`}
      />
    )
  const control = controlOf(fieldOfCustom(field))
  return <Field {...control} {...about} {...(type === 'textarea' ? { rows: 4 } : {})} />
}

/** The columns that stay free before a field. */
const OwnGap = ({ offset }: OwnField['layout']): ReactElement | null =>
  offset === 0 ? null : <i className="own-gap" style={{ '--span': offset }} aria-hidden="true" />

/** The fields that a company added, on the form of their record: 12 columns, as their layout says. */
export const OwnFields = ({ fields }: { readonly fields: readonly OwnField[] }): ReactElement => (
  <>
    {fields.map((field) => (
      <Fragment key={field.key}>
        <OwnGap {...field.layout} />
        <OwnControl field={field} />
      </Fragment>
    ))}
  </>
)
