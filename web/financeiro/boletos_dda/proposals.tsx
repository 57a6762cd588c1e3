import { useState, type ReactElement } from 'react'
import { useKeys } from '../../app/keys'
import { Button } from '../../ui/button'
import { formatDate, formatMoney } from '../../ui/format'
import { getPath, isRecord, textOf, type Row, type Values } from '../../ui/row'
import { RowList } from '../../ui/row-list'
import { useLoaded } from '../../ui/use-loaded'
import { RESOURCE } from './ask'
import { deed, linking } from './dialogs'

const recordsOf = (list: unknown): readonly Values[] => (Array.isArray(list) ? list.filter((one) => isRecord(one)) : [])

interface ProposalsProps {
  readonly slip: Row
  readonly onDone: () => void
}

/** The payables that a slip may be of, the likeliest first: F10 links that one. */
export function Proposals({ slip, onDone }: ProposalsProps): ReactElement {
  const answer = useLoaded(`${RESOURCE}/${slip.id}/propostas`, 'contas_pagar')
  const [busy, setBusy] = useState(false)
  const found = recordsOf(getPath(answer, 'data'))
  const link = async (id: unknown): Promise<void> => {
    setBusy(true)
    await deed(slip, linking(id), onDone)
    setBusy(false)
  }
  const [first] = found
  useKeys({ dispatch: first !== undefined && !busy ? () => void link(first.contas_pagar_id) : undefined })
  if (answer === null) return <p className="field-help">Procurando…</p>
  if (first === undefined) return <p className="field-help">Nenhuma conta a pagar em aberto pode ser a deste boleto.</p>
  return (
    <RowList label="Contas a pagar">
      {found.map((one, at) => (
        <li key={textOf(one.contas_pagar_id)}>
          <span>
            <b>
              {textOf(one.numero)} · {textOf(one.xNome)}
            </b>
            <small>
              {textOf(one.texto)} · vence em {formatDate(one.dVencimento)}
            </small>
          </span>
          <span className="amount">{formatMoney(one.valor)}</span>
          <Button
            kind={at === 0 ? 'primary' : 'plain'}
            busy={busy && at === 0}
            {...(at === 0 ? { hotkey: 'dispatch' as const } : {})}
            onClick={() => void link(one.contas_pagar_id)}
          >
            Ligar
          </Button>
        </li>
      ))}
    </RowList>
  )
}
