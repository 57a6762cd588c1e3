import { useState, type ReactElement, type ReactNode } from 'react'
import { useKeys } from '../app/keys'
import { Button } from './button'
import { formatMoney } from './format'
import { addStyle } from './later-style'
import { textOf } from './row'
import style from './row-list.css' with { type: 'text' }

addStyle(style)

interface RowListProps {
  readonly label: string
  /** It is the body of a dialog. */
  readonly fills?: boolean
  readonly children: ReactNode
}

/** Rows that need no table: what each is, with more about it below (`small`), an amount (`.amount`) and what can be done with it. */
export function RowList({ label, fills = false, children }: RowListProps): ReactElement {
  return (
    <ul className={fills ? 'dialog-body row-list' : 'row-list'} aria-label={label}>
      {children}
    </ul>
  )
}

/** What something may be of. */
export interface Proposal {
  readonly id: unknown
  readonly title: string
  readonly about: string
  readonly amount: unknown
}

interface ProposalsProps {
  readonly label: string
  /** The likeliest first. */
  readonly proposals: readonly Proposal[]
  readonly action: string
  /** The first has the focus: nothing else here is typed into. */
  readonly focusFirst?: boolean
  readonly onTake: (id: unknown) => Promise<void>
  /** What F10 does where there is none. */
  readonly onNone?: () => void
}

/** Proposals, each with what takes it: F10 takes the first. */
export function Proposals({ label, proposals, action, focusFirst = false, ...on }: ProposalsProps): ReactElement {
  const [busy, setBusy] = useState(false)
  const take = async (id: unknown): Promise<void> => {
    if (busy) return
    setBusy(true)
    await on.onTake(id)
    setBusy(false)
  }
  const [first] = proposals
  useKeys({ dispatch: first === undefined ? on.onNone : () => void take(first.id) })
  return (
    <RowList label={label}>
      {proposals.map(({ id, title, about, amount }, at) => (
        <li key={textOf(id)}>
          <span>
            <b>{title}</b>
            <small>{about}</small>
          </span>
          <span className="amount">{formatMoney(amount)}</span>
          <Button
            kind={at === 0 ? 'primary' : 'plain'}
            busy={busy && at === 0}
            focusFirst={focusFirst && at === 0}
            onClick={() => void take(id)}
            {...(at === 0 ? { hotkey: 'dispatch' as const } : {})}
          >
            {action}
          </Button>
        </li>
      ))}
    </RowList>
  )
}
