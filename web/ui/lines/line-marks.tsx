import type { ReactElement } from 'react'
import type { ChipState } from '../chip'
import { Chip } from '../chip'

/** What is to be seen of a line beside its values: in a word and a colour, with its why. */
export interface LineMark extends ChipState {
  /** A sentence without its end: `disponível 3, pedido 5`. */
  readonly why: string
  /** Nothing is odd of it: it is told, never asked about. */
  readonly fine?: true
}

/** All that is marked on a line, in words. */
export const tellMarks = (marks: readonly LineMark[]): string =>
  marks.map(({ word, why }) => `${word}: ${why}`).join('; ')

export function LineMarks({ marks }: { readonly marks: readonly LineMark[] }): ReactElement | null {
  if (marks.length === 0) return null
  return (
    <span className="line-marks" title={tellMarks(marks)}>
      {marks.map(({ word, hue, mark }) => (
        <Chip key={word} word={word} hue={hue} {...(mark === undefined ? {} : { mark })} />
      ))}
    </span>
  )
}
