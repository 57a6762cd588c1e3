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
import { EXCHANGES, exchangeChip, kindLabel, MEANING, tryNow } from './parts'

/** One exchange: where it stands, what that means, and how each try went. */
export function ExchangeDetail(modal: ModalProps): ReactElement {
  const row = useLoaded(`${EXCHANGES}/${modal.id}`, EXCHANGES)
  const shown = isRow(row) ? row : undefined
  const footer = (
    <>
      <span className="spacer" />
      <Button onClick={modal.onClose}>Voltar</Button>
      {shown !== undefined && shown.status !== 'respondida' && mayEdit(rights.peek(), modal.right) ? (
        <Button kind="primary" icon="refresh" onClick={() => void tryNow([shown])}>
          Tentar agora
        </Button>
      ) : null}
    </>
  )
  return (
    <Dialog
      title={shown === undefined ? 'Comunicação' : `Comunicação ${shown.id} · ${kindLabel(shown.tipo)}`}
      size="lg"
      onClose={modal.onClose}
      {...(modal.path === undefined ? {} : { screen: modal.path })}
      footer={footer}
    >
      <div className="dialog-body" tabIndex={0} role="region" aria-label="Comunicação">
        {shown === undefined ? <p className="empty">Carregando…</p> : <Content row={shown} />}
      </div>
    </Dialog>
  )
}

function Content({ row }: { readonly row: Row }): ReactElement {
  const chip = exchangeChip(row)
  return (
    <div className="stack">
      <dl className="facts">
        <dt>Assunto</dt>
        <dd>{textOf(row.assunto)}</dd>
        <dt>Situação</dt>
        <dd>
          {chip === null ? null : <Chip {...chip} />} {textOf(row.erro)}
        </dd>
        <dt>Chave</dt>
        <dd className="mono">{textOf(row.chave)}</dd>
        <dt>Próxima tentativa</dt>
        <dd>{formatDateTime(row.dhProxima) || '–'}</dd>
      </dl>
      <p className="hint">{MEANING[textOf(row.status)]}</p>
      <Tries of={row.historico} />
    </div>
  )
}
