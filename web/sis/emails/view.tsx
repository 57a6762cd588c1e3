import type { ReactElement } from 'react'
import type { ModalProps } from '../../app/registry'
import { Button } from '../../ui/button'
import { Chip } from '../../ui/chip'
import { Dialog } from '../../ui/dialog'
import { chipOf } from '../../ui/documents/state'
import { formatDateTime } from '../../ui/format'
import { isRow, textOf, type Row } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'
import { KIND, RESOURCE } from './kind'
import { Message } from './message'

const filesOf = ({ anexos }: Row): string => (Array.isArray(anexos) ? anexos.map(String).join(', ') : '')

/** What a mail says, and where it stands. */
export function EmailView(modal: ModalProps): ReactElement {
  const answer = useLoaded(`${RESOURCE}/${modal.id}`, RESOURCE)
  const row = isRow(answer) ? answer : undefined
  const state = row === undefined ? null : chipOf(KIND.life, row)
  return (
    <Dialog
      title={row === undefined ? 'E-mail' : textOf(row.assunto)}
      size={modal.size}
      onClose={modal.onClose}
      {...(modal.path === undefined ? {} : { screen: modal.path })}
      footer={
        <>
          <span className="spacer" />
          <Button onClick={modal.onClose}>Voltar</Button>
        </>
      }
    >
      <div className="dialog-body" tabIndex={0} role="region" aria-label="E-mail">
        {row === undefined ? null : (
          <div className="stack">
            <dl className="facts">
              <dt>Para</dt>
              <dd>{textOf(row.para)}</dd>
              <dt>Situação</dt>
              <dd>
                {state === null ? null : <Chip {...state} />} {textOf(row.erro)}
              </dd>
              <dt>Enviado em</dt>
              <dd>{formatDateTime(row.dhEnvio) || '–'}</dd>
              {filesOf(row) === '' ? null : (
                <>
                  <dt>Anexos</dt>
                  <dd>{filesOf(row)}</dd>
                </>
              )}
            </dl>
            <Message of={row} />
          </div>
        )}
      </div>
    </Dialog>
  )
}
