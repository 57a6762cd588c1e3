import { useMemo, useState, type ReactElement } from 'react'
import { dateOfDayNumber, dayNumber } from '../../../core/br/civil-date'
import { type Centre, type Placed, schedule } from '../../../core/production/schedule'
import { useKeys } from '../../app/keys'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { counted, formatDate } from '../../ui/format'
import { EmptyState } from '../../ui/pieces'
import { horizonFrom, isLate, jobOf, type Order, type Told } from './plan'
import type { Days } from './use-moves'

/** How far a proposal looks. */
const YEAR = 365
/** Rows that are shown; all are taken. */
const MOST_ROWS = 200

interface ProposalProps {
  readonly told: Told
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
    const { placed, left } = schedule(centres, asked.map(jobOf), horizonFrom(told.hoje, YEAR))
    const known = new Map(asked.map((order) => [order.id, order]))
    const changes = placed.flatMap((one): Change[] => {
      const order = known.get(one.id)
      const days = daysOf(one)
      return order === undefined || (order.ini === days.ini && order.fim === days.fim)
        ? []
        : [{ order, days, late: one.late }]
    })
    return {
      changes,
      left: left.length,
      lateNow: asked.filter((order) => isLate(order, told.hoje)).length,
      lateThen: placed.filter(({ late }) => late > 0).length,
    }
  }, [told, orders, centres])
}

const period = (ini: string | null, fim: string | null): string =>
  ini === null ? 'sem data' : `${formatDate(ini)} a ${formatDate(fim ?? ini)}`

/** Within the dialog: keys are those of the layer that they are in. */
function TakeKeys({ onTake }: { readonly onTake: () => void }): null {
  useKeys({ dispatch: onTake, confirm: onTake })
  return null
}

/** Days for all orders that no centre is asked too much by, beside those of today: taken by one key, or left. */
export function ProposalDialog(props: ProposalProps): ReactElement {
  const { told, onTake, onClose } = props
  const { changes, left, lateNow, lateThen } = useProposal(props)
  const [busy, setBusy] = useState(false)
  const take = async (): Promise<void> => {
    if (busy || changes.length === 0) return
    setBusy(true)
    const done = await onTake(new Map(changes.map(({ order, days }) => [order.id, days])))
    setBusy(false)
    if (!done) return
    toast.success(`${counted(changes.length, 'ordem mudou', 'ordens mudaram')} de dia.`)
    onClose()
  }
  return (
    <Dialog
      title="Programação proposta"
      size="xl"
      onClose={onClose}
      footer={
        <>
          <span className="spacer" />
          <Button onClick={onClose}>Deixar como está</Button>
          <Button
            kind="primary"
            hotkey="dispatch"
            busy={busy}
            reason={changes.length === 0 ? 'Nada mudaria.' : ''}
            onClick={() => void take()}
          >
            Aceitar a proposta
          </Button>
        </>
      }
    >
      <TakeKeys onTake={() => void take()} />
      <div className="dialog-body" tabIndex={0} role="region" aria-label="O que mudaria">
        <div className="stack">
          <p>
            Nenhum centro passa do que pode fazer em um dia; o que se quer antes vai antes. Atrasadas hoje: {lateNow};
            com a proposta: {lateThen}.
            {left === 0
              ? ''
              : ` ${counted(left, 'ordem não coube', 'ordens não couberam')} em um ano e ficam como estão.`}
          </p>
          {changes.length === 0 ? (
            <EmptyState text="A programação de hoje já é esta." />
          ) : (
            <Changes changes={changes} today={dayNumber(told.hoje)} />
          )}
        </div>
      </div>
    </Dialog>
  )
}

interface ChangesProps {
  readonly changes: readonly Change[]
  readonly today: number
}

/** Days after the one that an order is wanted for, as it is planned now. */
function lateNow({ fim, entrega }: Order, today: number): number {
  if (fim === null) return 0
  const end = Math.max(dayNumber(fim), dayNumber(fim) < today ? today : 0)
  return Math.max(0, end - dayNumber(entrega ?? fim))
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
              <td className="end">{counted(lateNow(order, today), 'dia', 'dias')}</td>
              <td className="end">{counted(late, 'dia', 'dias')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {changes.length > MOST_ROWS ? <p>E mais {changes.length - MOST_ROWS}.</p> : null}
    </div>
  )
}
