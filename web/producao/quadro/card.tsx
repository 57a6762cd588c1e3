import { memo, type DragEvent, type ReactElement } from 'react'
import { type BoardOrder as Order, isLate } from '../../../core/production/board'
import { Chip } from '../../ui/chip'
import { PATH } from '../ordem_producao/kind'

export const DRAGGED = 'application/x-prumo-ordem'

interface CardProps {
  readonly order: Order
  readonly lane: number
  readonly today: string
}

const subject = ({ venda_id, cliente, planejamento_id }: Order): string =>
  [
    ...(venda_id === null ? [] : [`Venda ${venda_id}`]),
    ...(venda_id === null && planejamento_id !== null ? [`Planejamento ${planejamento_id}`] : []),
    ...(cliente === null ? [] : [cliente]),
  ].join(' · ')

function drag(event: DragEvent<HTMLAnchorElement>, id: number): void {
  event.dataTransfer.setData(DRAGGED, String(id))
  event.dataTransfer.effectAllowed = 'move'
}

/** An order on the board: it is drawn again when it changes, not when others do. */
export const Card = memo(function Card({ order, lane, today }: CardProps): ReactElement {
  const about = subject(order)
  return (
    <a
      className="board-card"
      href={`${PATH}/edit/${order.id}`}
      draggable
      data-order={order.id}
      data-lane={lane}
      aria-label={`Ordem ${order.id}, ${order.nome ?? 'sem mercadorias'}${about === '' ? '' : `, ${about}`}${isLate(order, today) ? ', atrasada' : ''}`}
      onDragStart={(event) => drag(event, order.id)}
    >
      <span>
        <b>{order.id}</b> {order.nome ?? 'Sem mercadorias'}
      </span>
      {about === '' ? null : <span title={about}>{about}</span>}
      {isLate(order, today) ? <Chip word="Atrasada" hue="vermelho" mark="lock" /> : null}
      {order.iniciada ? <Chip word="Em produção" hue="azul" /> : null}
    </a>
  )
})
