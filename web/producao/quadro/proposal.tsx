import { useMemo, type ReactElement } from 'react'
import { dateOfDayNumber } from '../../../core/br/civil-date'
import {
  type Board,
  type BoardOrder as Order,
  daysLate,
  horizonFrom,
  isLate,
  jobOf,
} from '../../../core/production/board'
import { type Centre, type Placed, schedule } from '../../../core/production/schedule'
import { toast } from '../../app/toasts'
import { counted, formatDate } from '../../ui/format'
import { EmptyState } from '../../ui/pieces'
import { TakeDialog } from '../../ui/take-dialog'
import type { Days } from './plan'

/** How far a proposal looks. */
const YEAR = 365
/** Rows that are shown; all are taken. */
const MOST_ROWS = 200

interface ProposalProps {
  readonly told: Board
  readonly orders: readonly Order[]
  readonly centres: readonly Centre[]
  readonly onTake: (moves: ReadonlyMap<number, Days>) => Promise<boolean>
  readonly onClose: () => void
}

interface Change {
  readonly order: Order
  readonly days: Days
  readonly late: number
}

const daysOf = ({ from, to }: Placed): Days => ({ ini: dateOfDayNumber(from), fim: dateOfDayNumber(to) })

/** What the proposal would change, and what comes of it. Orders without steps, which no centre holds up, stay as they are. */
function useProposal({ told, orders, centres }: ProposalProps) {
  return useMemo(() => {
    const asked = orders.filter(({ etapas }) => etapas.length > 0)
    const { placed, left } = schedule(centres, asked.map(jobOf), horizonFrom(told.hoje, YEAR, told.feriados))
    const known = new Map(asked.map((order) => [order.id, order]))
    const changes = placed.flatMap((one): Change[] => {
      const order = known.get(one.id)
      const days = daysOf(one)
      return order === undefined || (order.ini === days.ini && order.fim === days.fim)
        ? []
        : [{ order, days, late: one.late }]
    })
    const late = asked.filter((order) => isLate(order, told.hoje))
    const stay = new Set(left)
    return {
      changes,
      left: left.length,
      lateNow: late.length,
      lateThen: placed.filter((one) => one.late > 0).length + late.filter(({ id }) => stay.has(id)).length,
    }
  }, [told, orders, centres])
}

const period = (ini: string | null, fim: string | null): string =>
  ini === null ? 'sem data' : `${formatDate(ini)} a ${formatDate(fim ?? ini)}`

/** Days for all orders that no centre is asked too much by, beside those of today: taken by one key, or left. */
export function ProposalDialog(props: ProposalProps): ReactElement {
  const { told, onTake, onClose } = props
  const { changes, left, lateNow, lateThen } = useProposal(props)
  const take = async (): Promise<boolean> => {
    const done = await onTake(new Map(changes.map(({ order, days }) => [order.id, days])))
    if (done) toast.success(`${counted(changes.length, 'ordem mudou', 'ordens mudaram')} de dia.`)
    return done
  }
  return (
    <TakeDialog
      title="Programação proposta"
      size="xl"
      action="Aceitar a proposta"
      label="O que mudaria"
      changes={changes.length}
      onTake={take}
      onClose={onClose}
    >
      <div className="stack">
        <p>
          Nenhum centro passa do que pode fazer em um dia; o que se quer antes vai antes. Atrasadas hoje: {lateNow}; com
          a proposta: {lateThen}.
          {left === 0
            ? ''
            : ` ${counted(left, 'ordem não coube', 'ordens não couberam')} em um ano e ficam como estão.`}
        </p>
        {changes.length === 0 ? (
          <EmptyState text="A programação de hoje já é esta." />
        ) : (
          <Changes changes={changes} today={told.hoje} />
        )}
      </div>
    </TakeDialog>
  )
}

interface ChangesProps {
  readonly changes: readonly Change[]
  readonly today: string
}

function Changes({ changes, today }: ChangesProps): ReactElement {
  return (
    <div className="scroll-x" tabIndex={0} role="region" aria-label="Ordens que mudam">
      <table className="plain">
        <thead>
          <tr>
            {['Ordem', 'Mercadoria', 'Hoje', 'Proposta'].map((heading) => (
              <th scope="col" key={heading}>
                {heading}
              </th>
            ))}
            {['Atraso hoje', 'Atraso depois'].map((heading) => (
              <th scope="col" className="end" key={heading}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {changes.slice(0, MOST_ROWS).map(({ order, days, late }) => (
            <tr key={order.id}>
              <td>{order.id}</td>
              <td>{order.nome}</td>
              <td>{period(order.ini, order.fim)}</td>
              <td>{period(days.ini, days.fim)}</td>
              <td className="end">{counted(daysLate(order, today), 'dia', 'dias')}</td>
              <td className="end">{counted(late, 'dia', 'dias')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {changes.length > MOST_ROWS ? <p>E mais {changes.length - MOST_ROWS}.</p> : null}
    </div>
  )
}
