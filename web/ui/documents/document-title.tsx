import type { ReactElement, ReactNode } from 'react'
import { Chip, type ChipState } from '../chip'

/** The heading of an open document: what it is called, and where it stands. */
export function DocumentTitle({
  chip,
  children,
}: {
  readonly chip: ChipState | null
  readonly children: ReactNode
}): ReactElement {
  return (
    <span className="document-title">
      <span>{children}</span>
      {chip === null ? null : <Chip {...chip} />}
    </span>
  )
}
