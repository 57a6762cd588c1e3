import type { ReactElement } from 'react'
import { Icon } from '../icon'
import { addStyle } from '../later-style'
import style from './scan.css' with { type: 'text' }
import type { Sound } from './sounds'

addStyle(style)

/** What the last reading came to, for who looks up from the goods. */
export interface Outcome {
  readonly sound: Sound
  readonly title: string
  readonly text: string
  /** What was counted, in the item's unit. */
  readonly quantity?: string
  /** In place of the word that goes with the sound. */
  readonly word?: string
}

const SAID = { ok: 'Contado', ask: 'Responda', error: 'Não contado' } as const
const MARKS = { ok: 'check', ask: 'bell', error: 'warn' } as const

interface LastReadingProps {
  readonly outcome: Outcome | null
  /** Why nothing can be read now; '' where it can. */
  readonly reason: string
}

/** What the last reading came to: by colour, word and shape, beside its sound. */
export function LastReading({ outcome, reason }: LastReadingProps): ReactElement {
  if (reason !== '')
    return (
      <p className="reading-over" role="status">
        {reason}
      </p>
    )
  return (
    <div className={`reading reading-${outcome?.sound ?? 'none'}`} role="status" aria-live="assertive">
      {outcome === null ? (
        <p className="reading-text">Pronto para ler.</p>
      ) : (
        <>
          <span className="reading-word">
            <Icon name={MARKS[outcome.sound]} size={20} />
            {outcome.word ?? SAID[outcome.sound]}
          </span>
          <strong className="reading-title">{outcome.title}</strong>
          {outcome.quantity === undefined ? null : <span className="reading-quantity">{outcome.quantity}</span>}
          <p className="reading-text">{outcome.text}</p>
        </>
      )}
    </div>
  )
}
