import type { ReactElement } from 'react'
import type { Hue, Mark } from '../../core/lifecycle/life'
import { Icon } from './icon'

export interface ChipState {
  readonly word: string
  readonly hue: Hue
  readonly mark?: Mark
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
