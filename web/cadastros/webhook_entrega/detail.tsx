import type { ReactElement } from 'react'
import { eventLabel } from '../../../core/webhooks/events'
import type { ModalProps } from '../../app/registry'
import { textOf, type Row } from '../../ui/row'
import { SentDialog } from '../../ui/sent-dialog'
import { DELIVERIES, deliveryChip, resend, resendWord } from './parts'

/** One delivery: what is sent, and how each try went. */
export function Delivery(modal: ModalProps): ReactElement {
  return (
    <SentDialog
      modal={modal}
      resource={DELIVERIES}
      noun="Entrega"
      name={(row) => eventLabel(textOf(row.event_type))}
      chip={deliveryChip}
      facts={facts}
      more={content}
      again={(row) => ({ label: resendWord(row), run: () => resend([row]) })}
    />
  )
}

const facts = (row: Row): ReactElement => (
  <>
    <dt>Endereço</dt>
    <dd className="mono">{textOf(row.webhook_url)}</dd>
    <dt>Identificador</dt>
    <dd className="mono">{textOf(row.identificador)}</dd>
  </>
)

const content = (row: Row): ReactElement => (
  <>
    <h3 className="group-title">Conteúdo</h3>
    <pre className="code">{pretty(textOf(row.corpo))}</pre>
  </>
)

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
