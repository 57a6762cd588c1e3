import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { serviceChecklist } from '../../../core/settings/settings'
import { settings } from '../../app/session'
import { OwnFields } from '../../ui/form/own-fields'
import { EmptyState } from '../../ui/pieces'
import { head } from './kind'

/** What the company has ticked off on each order (`ORDEM_SERVICO.CUSTOM_FIELDS`). */
export function Checklist(): ReactElement {
  useSignals()
  const { names } = serviceChecklist(settings.value)
  return names.length === 0 ? (
    <EmptyState text="A empresa não definiu um checklist: ele fica na configuração, em ORDEM_SERVICO.CUSTOM_FIELDS." />
  ) : (
    <OwnFields named={names} label={head.label('custom_fields')} />
  )
}
