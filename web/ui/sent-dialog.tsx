import type { ReactElement, ReactNode } from 'react'
import { mayEdit } from '../app/access'
import type { ModalProps } from '../app/registry'
import { rights } from '../app/session'
import { Button } from './button'
import { Chip, type ChipState } from './chip'
import { Dialog } from './dialog'
import { formatDateTime } from './format'
import { isRow, textOf, type Row } from './row'
import { Tries } from './tries'
import { useLoaded } from './use-loaded'

interface SentDialogProps {
  readonly modal: ModalProps
  /** Where it is loaded from, which is also what is announced when it changes. */
  readonly resource: string
  /** What people call one: `Entrega`. */
  readonly noun: string
  /** What this one is, beside its number. */
  readonly name: (row: Row) => string
  readonly chip: (row: Row) => ChipState | null
  /** Further facts as `dt` and `dd`, after its state. */
  readonly facts: (row: Row) => ReactNode
  /** What its button says and does; nothing where it cannot be tried any more. */
  readonly again: (row: Row) => { readonly label: string; readonly run: () => Promise<void> } | undefined
  /** What its state means, where that is not plain. */
  readonly hint?: (row: Row) => string | undefined
  /** What stands below its tries. */
  readonly more?: (row: Row) => ReactNode
}

/** Something on its way to an outside service: where it stands, how each try went, and a button to try it again. */
export function SentDialog({ modal, resource, noun, name, again, ...told }: SentDialogProps): ReactElement {
  const row = useLoaded(`${resource}/${modal.id}`, resource)
  const shown = isRow(row) ? row : undefined
  const retry = shown !== undefined && mayEdit(rights.peek(), modal.right) ? again(shown) : undefined
  const footer = (
    <>
      <span className="spacer" />
      <Button onClick={modal.onClose}>Voltar</Button>
      {retry === undefined ? null : (
        <Button kind="primary" icon="refresh" onClick={() => void retry.run()}>
          {retry.label}
        </Button>
      )}
    </>
  )
  return (
    <Dialog
      title={shown === undefined ? noun : `${noun} ${shown.id} · ${name(shown)}`}
      size="lg"
      onClose={modal.onClose}
      {...(modal.path === undefined ? {} : { screen: modal.path })}
      footer={footer}
    >
      <div className="dialog-body" tabIndex={0} role="region" aria-label={noun}>
        {shown === undefined ? <p className="empty">Carregando…</p> : <Told row={shown} {...told} />}
      </div>
    </Dialog>
  )
}

interface ToldProps extends Pick<SentDialogProps, 'chip' | 'facts' | 'hint' | 'more'> {
  readonly row: Row
}

function Told({ row, chip, facts, hint, more }: ToldProps): ReactElement {
  const state = chip(row)
  return (
    <div className="stack">
      <dl className="facts">
        <dt>Situação</dt>
        <dd>
          {state === null ? null : <Chip {...state} />} {textOf(row.erro)}
        </dd>
        {facts(row)}
        <dt>Próxima tentativa</dt>
        <dd>{formatDateTime(row.dhProxima) || '–'}</dd>
      </dl>
      {hint === undefined ? null : <p className="hint">{hint(row)}</p>}
      <Tries of={row.historico} />
      {more?.(row)}
    </div>
  )
}
