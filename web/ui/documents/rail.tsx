import type { ReactElement } from 'react'
import type { Life } from '../../../core/lifecycle/life'
import type { Row } from '../row'
import { railOf } from './state'

const TOLD = { here: 'agora', past: 'já passou', next: 'depois' } as const

/** The way of an open document, from its first state to its last, in its heading. */
export function Rail({ life, record }: { readonly life: Life; readonly record: Row }): ReactElement {
  return (
    <ol className="rail" aria-label="Caminho do documento">
      {railOf(life, record).map(({ word, is }) => (
        <li key={word} className={`rail-${is}`} aria-current={is === 'here' ? 'step' : undefined} title={TOLD[is]}>
          {word}
        </li>
      ))}
    </ol>
  )
}
