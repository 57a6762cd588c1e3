import type { ReactElement } from 'react'
import { Icon } from './icon'

/** The six hues of every document's state, and no seventh. */
export type ChipHue = 'vermelho' | 'ambar' | 'azul' | 'indigo' | 'verde' | 'cinza'

export interface ChipState {
  readonly word: string
  readonly hue: ChipHue
  readonly mark?: 'dot' | 'half' | 'check' | 'lock' | 'dash'
}

/** State by colour, word and shape. */
export function Chip({ word, hue, mark = 'dot' }: ChipState): ReactElement {
  return (
    <span className={`chip chip-${hue}`}>
      {mark === 'check' || mark === 'lock' ? (
        <Icon name={mark} size={12} />
      ) : mark === 'dash' ? (
        <i className="chip-dash" />
      ) : (
        <i className={`chip-dot chip-${mark}`} />
      )}
      {word}
    </span>
  )
}
