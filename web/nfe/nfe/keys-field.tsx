import type { ReactElement } from 'react'
import { readAccessKey } from '../../../core/fiscal/access-key'
import type { FieldBase } from '../../ui/form/field'
import { TextListField, type TextListKind } from '../../ui/form/text-list-field'

/** Keys are copied in groups, with spaces, and end with a comma while one is still typed. */
const KEYS: TextListKind = {
  keep: (typed) => typed.toUpperCase().replaceAll(/[^\dA-Z,]/g, ''),
  tidy: (typed) => typed.replaceAll(/,+/g, ',').replaceAll(/^,|,$/g, ''),
  fault: (list) => {
    const wrong = list.find((key) => !readAccessKey(key).valid)
    return wrong === undefined ? undefined : `A chave ${wrong.slice(0, 60)} não confere.`
  },
}

/** Access keys of notes, parted by commas. */
export const KeysField = (props: FieldBase): ReactElement => <TextListField kind={KEYS} {...props} />
