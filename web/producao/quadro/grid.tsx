import {
  memo,
  useEffect,
  useRef,
  useState,
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
} from 'react'
import { dateOfDayNumber, dayNumber, weekday } from '../../../core/br/civil-date'
import { type Board, type BoardOrder as Order, hoursOf } from '../../../core/production/board'
import type { Centre, Horizon, Load } from '../../../core/production/schedule'
import { dayName } from '../../../core/week/week'
import { Button } from '../../ui/button'
import { formatDate, formatQuantity } from '../../ui/format'
import { Card, DRAGGED } from './card'
import { type Bar, barOf, cellKey, type Lane, lanesOf } from './plan'

/** Orders of a cell that are shown at once: the board stays as light with two thousand of them. */
const SHOWN = 4
const NOTHING: readonly Order[] = []

export interface BoardProps {
  readonly told: Board
  readonly centres: readonly Centre[]
  readonly horizon: Horizon
  readonly cells: ReadonlyMap<string, readonly Order[]>
  readonly load: Load
  readonly onOpen: (id: number) => void
  readonly onMoveBy: (id: number, days: number) => void
  readonly onMoveTo: (id: number, day: number) => void
}

const cardOf = (target: EventTarget): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-order]') : null

/** A press on a card opens it here; with a key held, where links open. */
export function openOf(event: MouseEvent, onOpen: (id: number) => void): void {
  const card = cardOf(event.target)
  if (card === null || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  onOpen(Number(card.dataset.order))
}

const AROUND: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
}

/** The first card in a direction: down and up in order, left and right on the nearest day that has one. */
function neighbour(card: HTMLElement, [down, right]: readonly [number, number]): HTMLElement | undefined {
  const grid = card.closest('table')
  const all = [...(grid?.querySelectorAll<HTMLElement>('[data-order]') ?? [])]
  if (down !== 0) {
    const own = all.filter((one) => one.closest('td')?.cellIndex === card.closest('td')?.cellIndex)
    return own[own.indexOf(card) + down]
  }
  let cell = card.closest('td')
  while (cell !== null) {
    const next: Element | null = right > 0 ? cell.nextElementSibling : cell.previousElementSibling
    cell = next instanceof HTMLTableCellElement && next.tagName === 'TD' ? next : null
    const found = cell?.querySelector<HTMLElement>('[data-order]')
    if (found) return found
  }
  return undefined
}

/** What keys and drags do on the grid; the focus follows a card that is moved. */
function useGrid({ onOpen, onMoveBy, onMoveTo }: Pick<BoardProps, 'onOpen' | 'onMoveBy' | 'onMoveTo'>) {
  const box = useRef<HTMLDivElement>(null)
  const following = useRef<string | null>(null)
  useEffect(() => {
    if (following.current === null) return
    box.current?.querySelector<HTMLElement>(following.current)?.focus()
    following.current = null
  })
  const onKeyDown = (event: KeyboardEvent): void => {
    const card = cardOf(event.target)
    const around = AROUND[event.key]
    if (card === null || around === undefined || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    if (!event.shiftKey) return neighbour(card, around)?.focus()
    if (around[1] === 0) return
    following.current = `[data-order="${card.dataset.order}"][data-lane="${card.dataset.lane}"]`
    onMoveBy(Number(card.dataset.order), around[1])
  }
  const onDrop = (event: DragEvent): void => {
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('td[data-day]') : null
    const id = Number(event.dataTransfer.getData(DRAGGED))
    if (cell === null || !id) return
    event.preventDefault()
    onMoveTo(id, Number(cell.dataset.day))
  }
  const onDragOver = (event: DragEvent): void => {
    if (event.dataTransfer.types.includes(DRAGGED)) event.preventDefault()
  }
  return { ref: box, onClick: (event: MouseEvent): void => openOf(event, onOpen), onKeyDown, onDrop, onDragOver }
}

/** Lanes by days. Arrows go from card to card, with Shift they move the order a day; what is dragged falls on the day of a cell. */
export function Grid(props: BoardProps): ReactElement {
  const { told, horizon } = props
  const on = useGrid(props)
  const days = Array.from({ length: horizon.days }, (_, at) => horizon.from + at)
  const today = dayNumber(told.hoje)
  return (
    <div {...on} className="board-grid" role="region" aria-label="Ordens por centro de trabalho e dia" tabIndex={-1}>
      <table>
        <thead>
          <tr>
            <th scope="col">Centro de trabalho</th>
            {days.map((day) => (
              <th scope="col" key={day} className={day === today ? 'board-today' : undefined}>
                {dayName(weekday(dateOfDayNumber(day))).slice(0, 3)} {formatDate(dateOfDayNumber(day)).slice(0, 5)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lanesOf(told).map((lane) => (
            <LaneRow key={lane.id} lane={lane} days={days} board={props} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface LaneProps {
  readonly lane: Lane
  readonly days: readonly number[]
  readonly board: BoardProps
}

function LaneRow({ lane, days, board: { told, centres, horizon, cells, load } }: LaneProps): ReactElement {
  const centre = centres.find(({ id }) => id === lane.id)
  return (
    <tr>
      <th scope="row">{lane.name}</th>
      {days.map((day, at) => {
        const bar = barOf(centre, load, horizon, at)
        return (
          <Cell
            key={day}
            lane={lane}
            day={day}
            orders={cells.get(cellKey(lane.id, day)) ?? NOTHING}
            today={told.hoje}
            work={bar?.work ?? 0}
            capacity={bar?.capacity ?? 0}
          />
        )
      })}
    </tr>
  )
}

interface CellProps extends Bar {
  readonly lane: Lane
  readonly day: number
  readonly orders: readonly Order[]
  readonly today: string
}

const sameCell = (a: CellProps, b: CellProps): boolean =>
  a.lane.id === b.lane.id &&
  a.lane.name === b.lane.name &&
  a.day === b.day &&
  a.today === b.today &&
  a.work === b.work &&
  a.capacity === b.capacity &&
  a.orders.length === b.orders.length &&
  a.orders.every((order, at) => order === b.orders[at])

/** A lane on a day: how much of what it can do is asked for, and the orders that begin. It is drawn again only when one of these changes. */
const Cell = memo(function Cell({ lane, day, orders, today, work, capacity }: CellProps): ReactElement {
  const [all, setAll] = useState(false)
  const shown = all ? orders : orders.slice(0, SHOWN)
  return (
    <td data-day={day} className={work > capacity ? 'board-over' : undefined}>
      {work === 0 && capacity === 0 ? null : <LoadBar work={work} capacity={capacity} />}
      {shown.map((order) => (
        <Card key={order.id} order={order} lane={lane.id} today={today} />
      ))}
      {orders.length > SHOWN ? (
        <div className="board-more">
          <Button kind="quiet" onClick={() => setAll(!all)}>
            {all ? 'Mostrar menos' : `Mais ${orders.length - SHOWN}`}
          </Button>
        </div>
      ) : null}
    </td>
  )
}, sameCell)

const hours = (work: number): string => formatQuantity(hoursOf(work), 1)

/** How much of a bar is filled, in percent. */
const shareOf = ({ work, capacity }: Bar): string => `${work >= capacity ? 100 : Math.round((work * 100) / capacity)}%`

function LoadBar({ work, capacity }: Bar): ReactElement {
  const text = `${hours(work)} de ${hours(capacity)} h`
  return (
    <div className="board-bar">
      <i className={work > capacity ? 'board-full' : undefined} style={{ '--share': shareOf({ work, capacity }) }} />
      <span>
        {text}
        {work > capacity ? ' · acima' : ''}
      </span>
    </div>
  )
}
