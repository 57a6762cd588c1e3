import type { ReactElement } from 'react'
import type { ModalProps } from '../../app/registry'
import { textOf, type Row } from '../../ui/row'
import { SentDialog } from '../../ui/sent-dialog'
import { EXCHANGES, exchangeChip, kindLabel, MEANING, tryNow } from './parts'

/** One exchange: where it stands, what that means, and how each try went. */
export function ExchangeDetail(modal: ModalProps): ReactElement {
  return (
    <SentDialog
      modal={modal}
      resource={EXCHANGES}
      noun="Comunicação"
      name={(row) => kindLabel(row.tipo)}
      chip={exchangeChip}
      facts={facts}
      hint={(row) => MEANING[textOf(row.status)]}
      again={(row) => (row.status === 'respondida' ? undefined : { label: 'Tentar agora', run: () => tryNow([row]) })}
    />
  )
}

const facts = (row: Row): ReactElement => (
  <>
    <dt>Assunto</dt>
    <dd>{textOf(row.assunto)}</dd>
    <dt>Chave</dt>
    <dd className="mono">{textOf(row.chave)}</dd>
  </>
)
