import type { ReactElement } from 'react'
import { mayEdit } from '../../app/access'
import type { ModalProps } from '../../app/registry'
import { rights } from '../../app/session'
import { Button } from '../../ui/button'
import { Chip } from '../../ui/chip'
import { Dialog } from '../../ui/dialog'
import { formatDateTime } from '../../ui/format'
import { isRow, textOf, type Row } from '../../ui/row'
import { Tries } from '../../ui/tries'
import { useLoaded } from '../../ui/use-loaded'
import { DELIVERIES, deliveryChip, eventLabel, resend, resendWord } from './parts'

/** One delivery: what is sent, and how each try went. */
export function Delivery(modal: ModalProps): ReactElement {
  const row = useLoaded(`${DELIVERIES}/${modal.id}`, DELIVERIES)
  const shown = isRow(row) ? row : undefined
  const footer = (
    <>
      <span className="spacer" />
      <Button onClick={modal.onClose}>Voltar</Button>
      {shown !== undefined && mayEdit(rights.peek(), modal.right) ? (
        <Button kind="primary" icon="refresh" onClick={() => void resend([shown])}>
          {resendWord(shown)}
        </Button>
      ) : null}
    </>
  )
  return (
    <Dialog
      title={shown === undefined ? 'Entrega' : `Entrega ${shown.id} · ${eventLabel(shown.event_type)}`}
      size="lg"
      onClose={modal.onClose}
      {...(modal.path === undefined ? {} : { screen: modal.path })}
      footer={footer}
    >
      <div className="dialog-body" tabIndex={0} role="region" aria-label="Entrega">
        {shown === undefined ? <p className="empty">Carregando…</p> : <Content row={shown} />}
      </div>
    </Dialog>
  )
}

function Content({ row }: { readonly row: Row }): ReactElement {
  const chip = deliveryChip(row)
  return (
    <div className="stack">
      <dl className="facts">
        <dt>Situação</dt>
        <dd>
          {chip === null ? null : <Chip {...chip} />} {textOf(row.erro)}
        </dd>
        <dt>Endereço</dt>
        <dd className="mono">{textOf(row.webhook_url)}</dd>
        <dt>Identificador</dt>
        <dd className="mono">{textOf(row.identificador)}</dd>
        <dt>Próxima tentativa</dt>
        <dd>{formatDateTime(row.dhProxima) || '–'}</dd>
      </dl>
      <Tries of={row.historico} />
      <h3 className="group-title">Conteúdo</h3>
      <pre className="code">{pretty(textOf(row.corpo))}</pre>
    </div>
  )
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
