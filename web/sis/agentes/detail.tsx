import { useState, type ReactElement } from 'react'
import { mayEdit } from '../../app/access'
import type { ModalProps } from '../../app/registry'
import { rights } from '../../app/session'
import { Button } from '../../ui/button'
import { Chip } from '../../ui/chip'
import { Dialog } from '../../ui/dialog'
import { formatDateTime } from '../../ui/format'
import { isRow, isSet, textOf, type Row } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'
import { Devices } from './devices'
import { Pair, Rename } from './pair'
import { Papers } from './papers'
import { agentChip, AGENTS, revoke } from './parts'

function Facts({ row }: { readonly row: Row }): ReactElement {
  return (
    <dl className="facts">
      <dt>Situação</dt>
      <dd>
        <Chip {...agentChip(row)} />
      </dd>
      <dt>Computador</dt>
      <dd>{[textOf(row.maquina), textOf(row.sistema)].filter((one) => one !== '').join(', ')}</dd>
      <dt>Versão do programa</dt>
      <dd>{textOf(row.programa)}</dd>
      <dt>Visto em</dt>
      <dd>{formatDateTime(row.dhVisto) || '–'}</dd>
    </dl>
  )
}

/** One agent: how it stands, its scales and printers to be tried, and what it printed last. A new one is paired. */
export function AgentDialog(modal: ModalProps): ReactElement {
  return modal.id === 'new' ? <Pair {...modal} /> : <Known {...modal} />
}

function Known({ id, onClose, path, right }: ModalProps): ReactElement {
  const [renaming, setRenaming] = useState(false)
  const row = useLoaded(`${AGENTS}/${id}`, AGENTS)
  const shown = isRow(row) ? row : undefined
  const isRevocable = shown !== undefined && !isSet(shown.dhRevogacao) && mayEdit(rights.peek(), right)
  const footer = (
    <>
      {isRevocable ? (
        <>
          <Button kind="danger" icon="lock" onClick={() => void revoke(shown)}>
            Revogar
          </Button>
          <Button icon="edit" onClick={() => setRenaming(true)}>
            Renomear
          </Button>
        </>
      ) : null}
      <span className="spacer" />
      <Button onClick={onClose}>Voltar</Button>
    </>
  )
  return (
    <Dialog
      title={shown === undefined ? 'Agente' : textOf(shown.nome)}
      size="lg"
      onClose={onClose}
      {...(path === undefined ? {} : { screen: path })}
      footer={footer}
    >
      <div className="dialog-body" tabIndex={0} role="region" aria-label="Agente">
        {shown === undefined ? (
          <p className="empty">Carregando…</p>
        ) : (
          <div className="stack">
            <Facts row={shown} />
            <Devices agent={shown} />
            <Papers agent={shown} />
          </div>
        )}
      </div>
      {renaming && shown !== undefined ? <Rename row={shown} onClose={() => setRenaming(false)} /> : null}
    </Dialog>
  )
}
