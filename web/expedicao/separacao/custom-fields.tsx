import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { separacaoFields } from '../../../core/fields/expedicao/separacao'
import { pickingFields } from '../../../core/settings/settings'
import { settings } from '../../app/session'
import { OwnFields } from '../../ui/form/own-fields'

/** The fields that the company has of its own here (`SEPARACAO.CUSTOM_FIELDS`). */
export function CustomFields(): ReactElement | null {
  useSignals()
  const named = pickingFields(settings.value)
  return named.length === 0 ? null : <OwnFields named={named} label={separacaoFields.custom_fields.meta.label} />
}
