import { useMemo, useState, type ReactElement, type ReactNode } from 'react'
import * as v from 'valibot'
import { addDays, dateOfDayNumber, dayNumber } from '../../../core/br/civil-date'
import {
  board,
  type Board,
  type BoardOrder as Order,
  centresOf,
  horizonFrom,
  isLate,
} from '../../../core/production/board'
import { needOf } from '../../app/access'
import { whyNot } from '../../app/why'
import { Button } from '../../ui/button'
import { formatDate } from '../../ui/format'
import { addStyle } from '../../ui/later-style'
import { EmptyState } from '../../ui/pieces'
import { useLoaded } from '../../ui/use-loaded'
import { RESOURCE } from '../ordem_producao/kind'
import style from './board.css' with { type: 'text' }
import { Card } from './card'
import { Grid, openOf } from './grid'
import { MoveDialog } from './move-dialog'
import { shifted, View } from './plan'
import { ProposalDialog } from './proposal'
import { useMoves } from './use-moves'

addStyle(style)

const WATCHED = 'ordem_producao ordem_producao_mercadoria_etapa op_mercadoria_atividade centro_trabalho'
const SHOWN_DAYS = 14
const WEEK = 7
/** Orders without days that are shown at once. */
const MOST_LOOSE = 12

/** The board of production: orders by work centre and day, moved by hand or by key, what centres are asked for against what they can, and a proposal. */
export function ProductionBoard(): ReactElement | null {
  const answer = useLoaded(`${RESOURCE}/quadro`, WATCHED)
  const told = useMemo(() => (answer === null ? null : v.parse(board, answer)), [answer])
  return told === null ? null : <Planned told={told} />
}

function Planned({ told }: { readonly told: Board }): ReactElement {
  const { hoje } = told
  const [first, setFirst] = useState(hoje)
  const [opened, setOpened] = useState<number | null>(null)
  const [proposing, setProposing] = useState(false)
  const { orders, move, take } = useMoves(told.ordens)
  const reason = whyNot(needOf('ordem_producao', 'edit')) ?? ''
  const centres = useMemo(() => centresOf(told), [told])
  const horizon = useMemo(() => horizonFrom(first, SHOWN_DAYS, told.feriados), [first, told])
  const frame = useMemo(() => ({ centres, horizon, today: dayNumber(hoje) }), [centres, horizon, hoje])
  const [view] = useState(() => new View())
  const { cells, load } = view.of(orders, frame)
  const known = useMemo(() => new Map(orders.map((order) => [order.id, order])), [orders])
  const order = opened === null ? undefined : known.get(opened)
  const moveBy = (id: number, by: number): void => {
    const one = known.get(id)
    if (one !== undefined && reason === '') move(one, shifted(one, by, hoje))
  }
  const moveTo = (id: number, day: number): void => {
    const one = known.get(id)
    if (one === undefined || reason !== '') return
    const planned = one.ini === null ? { ...one, ini: dateOfDayNumber(day) } : one
    move(one, shifted(planned, one.ini === null ? 0 : day - dayNumber(one.ini), hoje))
  }
  return (
    <div className="board board-view">
      <h1>Quadro de produção</h1>
      <Tools first={first} today={hoje} onFirst={setFirst}>
        <Late orders={orders} today={hoje} />
        <Button kind="primary" reason={reason} onClick={() => setProposing(true)}>
          Propor programação
        </Button>
      </Tools>
      {told.mais ? (
        <p className="field-help">Há mais ordens do que o quadro mostra: finalize ou cancele as antigas.</p>
      ) : null}
      <p className="field-help">
        Setas andam entre as ordens, Shift com seta muda o dia, Enter abre. Uma ordem também pode ser arrastada.
      </p>
      <Loose orders={orders} today={hoje} onOpen={setOpened} />
      {orders.length === 0 ? (
        <EmptyState text="Nenhuma ordem de produção em aberto." />
      ) : (
        <Grid {...{ told, centres, horizon, cells, load }} onOpen={setOpened} onMoveBy={moveBy} onMoveTo={moveTo} />
      )}
      {order === undefined ? null : (
        <MoveDialog
          order={order}
          reason={reason}
          onMove={(days) => move(order, days)}
          onClose={() => setOpened(null)}
        />
      )}
      {proposing ? (
        <ProposalDialog
          told={told}
          orders={orders}
          centres={centres}
          onTake={take}
          onClose={() => setProposing(false)}
        />
      ) : null}
    </div>
  )
}

interface ToolsProps {
  readonly first: string
  readonly today: string
  readonly onFirst: (day: string) => void
  readonly children: ReactNode
}

/** Which days are shown, and what is done with all orders. */
function Tools({ first, today, onFirst, children }: ToolsProps): ReactElement {
  return (
    <div className="board-tools" role="toolbar" aria-label="Período e proposta">
      <Button onClick={() => onFirst(addDays(first, -WEEK))}>Semana anterior</Button>
      <Button onClick={() => onFirst(today)}>Hoje</Button>
      <Button onClick={() => onFirst(addDays(first, WEEK))}>Próxima semana</Button>
      <span>
        {formatDate(first)} a {formatDate(addDays(first, SHOWN_DAYS - 1))}
      </span>
      <span className="spacer" />
      {children}
    </div>
  )
}

interface OrdersProps {
  readonly orders: readonly Order[]
  readonly today: string
}

function Late({ orders, today }: OrdersProps): ReactElement | null {
  const late = orders.filter((order) => isLate(order, today)).length
  return late === 0 ? null : <b>{late === 1 ? '1 ordem atrasada' : `${late} ordens atrasadas`}</b>
}

/** Orders that nobody gave days to: they are dragged to one, or get today by key. */
function Loose({
  orders,
  today,
  onOpen,
}: OrdersProps & { readonly onOpen: (id: number) => void }): ReactElement | null {
  const loose = orders.filter(({ ini }) => ini === null)
  if (loose.length === 0) return null
  return (
    <div className="board-loose" role="group" aria-label="Sem data" onClick={(event) => openOf(event, onOpen)}>
      <span>Sem data ({loose.length})</span>
      {loose.slice(0, MOST_LOOSE).map((order) => (
        <Card key={order.id} order={order} lane={-1} today={today} />
      ))}
    </div>
  )
}
