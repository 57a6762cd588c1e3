import type { ReactElement, ReactNode } from 'react'
import { Chip, type ChipState } from '../../ui/chip'
import { addStyle } from '../../ui/later-style'
import style from './boleto.css' with { type: 'text' }

addStyle(style)

interface StandsProps {
  readonly chip: ChipState | null
  /** What is known of it, the more important first; empty ones are left out. */
  readonly texts: readonly string[]
  readonly children?: ReactNode
}

/** Where a record stands, and why, above its fields. */
export function Stands({ chip, texts, children }: StandsProps): ReactElement {
  return (
    <div className="span-12 boleto-stands">
      {chip === null ? null : <Chip {...chip} />}
      <span>{texts.filter(Boolean).join(' · ')}</span>
      {children}
    </div>
  )
}
