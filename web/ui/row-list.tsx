import type { ReactElement, ReactNode } from 'react'
import { addStyle } from './later-style'
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
