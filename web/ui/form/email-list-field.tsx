import type { ReactElement } from 'react'
import { keepEmailCharacters, readEmailList, tidyEmailList } from '../../../core/br/fields'
import { CoreError } from '../../../core/errors'
import type { FieldBase } from './field'
import { TextListField, type TextListKind } from './text-list-field'

const EMAILS: TextListKind = {
  keep: keepEmailCharacters,
  tidy: tidyEmailList,
  fault: (list) => {
    try {
      readEmailList(list)
      return undefined
    } catch (error) {
      return error instanceof CoreError ? error.message : 'Por favor, preencha os emails corretamente.'
    }
  },
  inputMode: 'email',
}

/** Addresses parted by commas in one box, kept as a list. */
export const EmailListField = (props: FieldBase): ReactElement => <TextListField kind={EMAILS} {...props} />
