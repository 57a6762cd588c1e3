import type { ReactElement } from 'react'
import { formatDate } from '../../ui/format'
import { getPath, isRecord, textOf, type Row } from '../../ui/row'
import { Proposals } from '../../ui/row-list'
import { useLoaded } from '../../ui/use-loaded'
import { RESOURCE } from './ask'
import { deed, linking } from './dialogs'

interface PayablesProps {
  readonly slip: Row
  readonly onDone: () => void
}

/** The payables that a slip may be of, the likeliest first. */
export function Payables({ slip, onDone }: PayablesProps): ReactElement {
  const answer = useLoaded(`${RESOURCE}/${slip.id}/propostas`, 'contas_pagar')
  const data = getPath(answer, 'data')
  const proposals = (Array.isArray(data) ? data : []).filter(isRecord).map((one) => ({
    id: one.contas_pagar_id,
    title: `${textOf(one.numero)} · ${textOf(one.xNome)}`,
    about: `${textOf(one.texto)} · vence em ${formatDate(one.dVencimento)}`,
    amount: one.valor,
  }))
  if (answer === null) return <p className="field-help">Procurando…</p>
  if (proposals.length === 0)
    return <p className="field-help">Nenhuma conta a pagar em aberto pode ser a deste boleto.</p>
  const link = async (id: unknown): Promise<void> => void (await deed(slip, linking(id), onDone))
  return <Proposals label="Contas a pagar" proposals={proposals} action="Ligar" onTake={link} />
}
