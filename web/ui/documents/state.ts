import { statusField } from '../../../core/fields/life'
import type { Life, State } from '../../../core/lifecycle/life'
import { stateOf, stateOfNumber, verbRefusal } from '../../../core/lifecycle/standing'
import { CHECKS, meets } from '../../../core/access'
import { rights } from '../../app/session'
import type { ChipState } from '../chip'
import { isSet, type Values } from '../row'
import type { Column } from '../table/columns'
import type { SavedView } from '../table/table-state'
import { chipColumnOf } from '../form/controls'

/** What screens show of a document's life: chips, filters, views, and why a verb cannot happen now. All of it is the core's table. */

const chip = ({ word, hue, mark }: State): ChipState => ({ word, hue, ...(mark === undefined ? {} : { mark }) })

/** The chip of a row by its `status`; null where it has none. */
export function chipOf(life: Life, row: Values): ChipState | null {
  const state = row.status === undefined || row.status === null ? undefined : stateOfNumber(life, row.status)
  return state === undefined ? null : chip(state)
}

/** A step of the way that a document goes, from open to done. */
export interface RailStep {
  readonly word: string
  /** Where it stands; has been; is yet to come. */
  readonly is: 'here' | 'past' | 'next'
}

const isHeld = ({ mark }: State): boolean => mark === 'lock' || mark === 'dash'

/** The way of a document: the states that lead to its end, and which of them it has been in. Where it is held or gone, it stands in none. */
export function railOf(life: Life, record: Values): readonly RailStep[] {
  const way = life.order.filter((state) => !isHeld(state)).toReversed()
  const here = stateOf(life, record)
  const reached = (state: State): boolean => [state.on ?? []].flat().every((date) => isSet(record[date]))
  return way.map((state) => ({
    word: state.word,
    is: state.n === here.n ? 'here' : reached(state) ? 'past' : 'next',
  }))
}

const inOrder = ({ order }: Life) => order.toSorted((a, b) => a.n - b.n)

/** The column of a list that tells where each document stands. `width` in pixels. */
export const stateColumn = (life: Life, width = 130): Column => ({
  ...chipColumnOf('status', statusField(life).meta, (row) => chipOf(life, row)),
  width,
})

/** One view of the list a state. */
export const stateViews = (life: Life): readonly SavedView[] =>
  inOrder(life).map(({ n, plural }) => ({ name: plural, where: { status: n } }))

/** Why a verb may not happen to this record now, by its caller's rights and by the life; undefined when it may. */
export function whyNotVerb(life: Life, row: Values, name: string): string | undefined {
  const need = life.verbs[name]?.need
  if (need !== undefined && !meets(rights.peek(), CHECKS[need.check])) return need.say
  return verbRefusal(life, row, name)?.[1]
}
