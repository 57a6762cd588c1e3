import type { ReactElement } from 'react'
import { ordemProducaoFields } from '../../../core/fields/producao/ordem-producao'
import { BACKWARDS, type BoardOrder as Order } from '../../../core/production/board'
import { open } from '../../app/navigation'
import { Go } from '../../app/go'
import { Button } from '../../ui/button'
import { fieldsOf } from '../../ui/fields-of'
import { AskDialog } from '../../ui/form/ask-dialog'
import { formatDate } from '../../ui/format'
import { isRecord, recordsOf, textOf } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'
import { PATH, RESOURCE } from '../ordem_producao/kind'
import type { Days } from './plan'

const { Field } = fieldsOf(ordemProducaoFields)

interface MoveProps {
  readonly order: Order
  readonly reason: string
  readonly onMove: (days: Days) => void
  readonly onClose: () => void
}

/** What an order is for, and its days, which may be written. */
export function MoveDialog({ order, reason, onMove, onClose }: MoveProps): ReactElement {
  const answer = useLoaded(`${RESOURCE}/${order.id}/paraQue`, 'venda')
  const pegs = recordsOf(isRecord(answer) ? answer.data : [])
  const about = (
    <div className="stack">
      <p>{order.nome ?? 'Sem mercadorias'}</p>
      <ul aria-label="Para que é">
        {pegs.map((peg) => (
          <li key={`${textOf(peg.texto)} ${textOf(peg.data)}`}>
            {textOf(peg.caminho) === '' ? textOf(peg.texto) : <Go to={textOf(peg.caminho)}>{textOf(peg.texto)}</Go>}
            {textOf(peg.data) === '' ? null : `, para ${formatDate(peg.data)}`}
          </li>
        ))}
        {answer !== null && pegs.length === 0 ? <li>Para estoque</li> : null}
      </ul>
      <span>
        <Button onClick={() => open(`${PATH}/edit/${order.id}`)}>Abrir a ordem</Button>
      </span>
    </div>
  )
  return (
    <AskDialog
      title={`Ordem de produção ${order.id}`}
      action="Mudar os dias"
      reason={reason}
      initial={{ dInicioPrevisto: order.ini, dFimPrevisto: order.fim }}
      onGo={({ dInicioPrevisto, dFimPrevisto }, form) => {
        const [ini, fim] = [textOf(dInicioPrevisto), textOf(dFimPrevisto)]
        if (fim < ini) {
          form.refuse('dFimPrevisto', BACKWARDS)
          return Promise.resolve(false)
        }
        onMove({ ini, fim })
        return Promise.resolve(true)
      }}
      onClose={onClose}
    >
      {about}
      <Field name="dInicioPrevisto" required disabled={reason !== ''} span={6} />
      <Field name="dFimPrevisto" required disabled={reason !== ''} span={6} />
    </AskDialog>
  )
}
