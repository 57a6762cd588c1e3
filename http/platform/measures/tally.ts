import { emptySlots, slotOf } from '../../../core/measures/histogram'
import type { Work, WorkName } from '../../db/work'

/** What calls of one name came to. Times are in seconds. */
export interface Tally extends WorkName {
  /** Answers by the hundred of their status: 2, 3, 4, 5. */
  readonly answers: Record<string, number>
  seconds: number
  databaseSeconds: number
  statements: number
  readonly slots: number[]
}

/** Names that are told apart; what comes after them is counted together. */
const MOST_NAMES = 2_000
const REST: WorkName = { recurso: 'outras', verbo: 'outras' }

/** Counts of calls by name, in memory of a fixed size. */
export class Tallies {
  readonly #all = new Map<string, Tally>()

  /** Adds one call that took so many seconds. */
  add(work: Work, status: number, seconds: number): void {
    const tally = this.#of(work.name())
    const hundred = String(Math.trunc(status / 100))
    tally.answers[hundred] = (tally.answers[hundred] ?? 0) + 1
    tally.seconds += seconds
    tally.databaseSeconds += work.databaseMs / 1_000
    tally.statements += work.statements
    const slot = slotOf(seconds)
    tally.slots[slot] = (tally.slots[slot] ?? 0) + 1
  }

  /** Adds what others have counted. */
  merge(tallies: readonly Tally[]): void {
    for (const one of tallies) {
      const tally = this.#of(one)
      for (const [hundred, count] of Object.entries(one.answers))
        tally.answers[hundred] = (tally.answers[hundred] ?? 0) + count
      tally.seconds += one.seconds
      tally.databaseSeconds += one.databaseSeconds
      tally.statements += one.statements
      for (const [at, count] of one.slots.entries()) tally.slots[at] = (tally.slots[at] ?? 0) + count
    }
  }

  all(): readonly Tally[] {
    return [...this.#all.values()]
  }

  /** Gives what was counted since it was last taken. */
  take(): readonly Tally[] {
    const taken = this.all()
    this.#all.clear()
    return taken
  }

  #of(name: WorkName): Tally {
    const key = `${name.recurso} ${name.verbo}`
    const known = this.#all.get(key)
    if (known) return known
    if (this.#all.size >= MOST_NAMES && key !== `${REST.recurso} ${REST.verbo}`) return this.#of(REST)
    const { recurso, verbo } = name
    const made = { recurso, verbo, answers: {}, seconds: 0, databaseSeconds: 0, statements: 0, slots: emptySlots() }
    this.#all.set(key, made)
    return made
  }
}

/** What this process has counted since it started, for its own measures. */
export const sinceStart = new Tallies()
/** What it has counted and not yet told the database, where counts of all servers come together. */
export const untold = new Tallies()
