import { type SQL, sql } from 'drizzle-orm'
import type { Life } from '../../core/lifecycle/life'
import { numbersOf } from '../../core/lifecycle/standing'
import { inStates } from '../platform/in-states'
import type { ReportFilter, ReportValues } from './report'

interface Choice<S extends string> {
  /** What people choose; the plural of its only state, unless told. */
  readonly label?: string
  readonly states: readonly S[]
}

/**
 * Where documents stand, as a report's filter: all of them, or those in some states of their life, by the value that names the choice. `where` is what was
 * chosen, as SQL over the alias of their table.
 */
export function stateFilter<S extends string>(
  life: Life<string, S>,
  choices: Readonly<Record<string, Choice<S>>>,
): {
  readonly filter: ReportFilter
  readonly where: (values: ReportValues, name: string, of: string) => SQL
  /** The numbers of the states that were chosen, parted by commas, as a list filters by them; undefined for all. */
  readonly numbers: (values: ReportValues, name: string) => string | undefined
} {
  const options = Object.entries(choices).map(([value, { label, states }]) => ({
    value,
    label: label ?? life.order.find(({ name }) => name === states[0])?.plural ?? value,
  }))
  return {
    filter: {
      kind: 'choice',
      label: 'Situação',
      initial: 'todas',
      options: [{ value: 'todas', label: 'Todas' }, ...options],
    },
    numbers: (values, name) => {
      const chosen = choices[values.text(name) ?? '']
      return chosen && numbersOf(life, chosen.states).join(',')
    },
    where: (values, name, of) => {
      const chosen = choices[values.text(name) ?? '']
      return chosen ? inStates(life, chosen.states, of) : sql`true`
    },
  }
}
