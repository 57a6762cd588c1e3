/**
 * Work at centres by days. Days are numbered (`dayNumber`), minutes are whole hundredths: sums of them are exact. `loadOf` says what orders ask of each
 * centre as they are planned; `schedule` proposes days on which no centre is asked for more than it has.
 */

/** Where work is done, as the week repeats itself. */
export interface Centre {
  readonly id: number
  /** Hundredths of a minute that it is open, from Sunday to Saturday. */
  readonly week: readonly number[]
  /** People or machines alike that work in it at once. */
  readonly places: number
}

export interface WorkStep {
  readonly centre: number
  /** Hundredths of a minute that are still to be worked. */
  readonly work: number
}

/** An order: its steps one after another. */
export interface Job {
  readonly id: number
  /** Days that it is planned for; null where nobody planned it. */
  readonly from: number | null
  readonly to: number | null
  /** The day that it is wanted for. */
  readonly due: number | null
  readonly steps: readonly WorkStep[]
}

/** The days that are looked at, and those of them on which nobody works. */
export interface Horizon {
  readonly from: number
  readonly days: number
  readonly closed: (day: number) => boolean
}

/** Hundredths of a minute by centre and day of the horizon. */
export type Load = ReadonlyMap<number, Float64Array>

const WEEK_DAYS = 7
/** 0 Sunday to 6 Saturday: day 0 is a Monday. */
const weekdayOf = (day: number): number => (day + 1) % WEEK_DAYS

/** What one place of a centre works on a day of the horizon. */
export const openOn = (centre: Centre, { closed }: Horizon, day: number): number =>
  closed(day) ? 0 : (centre.week[weekdayOf(day)] ?? 0)

/** What a centre can do on a day: all of its places. */
export const capacityOn = (centre: Centre, horizon: Horizon, day: number): number =>
  openOn(centre, horizon, day) * centre.places

const emptyLoad = (centres: readonly Centre[], { days }: Horizon): Map<number, Float64Array> =>
  new Map(centres.map(({ id }) => [id, new Float64Array(days)]))

/** What orders ask of each centre as they are planned: the work of a step lies evenly on the days of its order on which the centre is open, on all of them where it never is. */
export function loadOf(centres: readonly Centre[], jobs: readonly Job[], horizon: Horizon): Load {
  const load = emptyLoad(centres, horizon)
  const known = new Map(centres.map((one) => [one.id, one]))
  const openDays = openDaysOf(horizon)
  for (const { from, to, steps } of jobs) {
    if (from === null) continue
    const last = Math.min(from + MOST_DAYS, Math.max(from, to ?? from))
    if (last < horizon.from || from >= horizon.from + horizon.days) continue
    for (const { centre: id, work } of steps) {
      const centre = known.get(id)
      if (centre !== undefined) spread(load.get(id), work, { days: openDays(centre, from, last), first: horizon.from })
    }
  }
  return load
}

const MOST_DAYS = 3_660

/** The days from one to another on which a centre is open, all where it never is: worked out once for each. */
function openDaysOf(horizon: Horizon) {
  const known = new Map<string, readonly number[]>()
  return (centre: Centre, from: number, to: number): readonly number[] => {
    const key = `${centre.id}:${from}:${to}`
    const found = known.get(key)
    if (found) return found
    const all = Array.from({ length: to - from + 1 }, (_, at) => from + at)
    const open = all.filter((day) => openOn(centre, horizon, day) > 0)
    const days = open.length > 0 ? open : all
    known.set(key, days)
    return days
  }
}

interface Spreading {
  readonly days: readonly number[]
  readonly first: number
}

/** Work in equal parts on days, what does not divide on the first of them. */
function spread(row: Float64Array | undefined, work: number, { days, first }: Spreading): void {
  const each = Math.floor(work / days.length)
  days.forEach((day, at) => {
    const place = day - first
    if (row === undefined || place < 0 || place >= row.length) return
    row[place] = (row[place] ?? 0) + each + (at < work - each * days.length ? 1 : 0)
  })
}

/** Where an order lies in a proposal. */
export interface Placed {
  readonly id: number
  readonly from: number
  readonly to: number
  /** Days after the one that it is wanted for. */
  readonly late: number
}

export interface Proposal {
  readonly placed: readonly Placed[]
  /** Orders that find no room in the horizon: a centre is never open, or full to the end. */
  readonly left: readonly number[]
  readonly load: Load
}

/**
 * Days for orders so that no centre has more work than it can do, and one order never more at a centre than one place does in a day. What is wanted first
 * goes first, then what is planned first, then by number: the same orders always give the same days. None begins before it is planned to: its supplies are not
 * there sooner. Steps of an order follow each other: one begins no
 * sooner than the day on which the one before ends, in what that day has left for the order.
 */
export function schedule(centres: readonly Centre[], jobs: readonly Job[], horizon: Horizon): Proposal {
  const load = emptyLoad(centres, horizon)
  const known = new Map(centres.map((one) => [one.id, one]))
  const placed: Placed[] = []
  const left: number[] = []
  for (const job of jobs.toSorted(firstWanted)) {
    const taken = place(job, { known, load, horizon })
    if (taken === undefined) left.push(job.id)
    else {
      for (const { row, at, work } of taken) row[at] = (row[at] ?? 0) + work
      placed.push(placedOf(job, taken, horizon))
    }
  }
  return { placed, left, load }
}

const orLast = (day: number | null): number => day ?? Number.MAX_SAFE_INTEGER

const firstWanted = (a: Job, b: Job): number =>
  orLast(a.due) - orLast(b.due) || orLast(a.from) - orLast(b.from) || a.id - b.id

interface Taken {
  readonly row: Float64Array
  readonly at: number
  readonly work: number
}

interface Room {
  readonly known: ReadonlyMap<number, Centre>
  readonly load: Load
  readonly horizon: Horizon
}

/** What an order takes of each centre and day; undefined where it finds no room. */
function place({ from, steps }: Job, { known, load, horizon }: Room): readonly Taken[] | undefined {
  const taken: Taken[] = []
  let at = Math.max(0, (from ?? horizon.from) - horizon.from)
  /** What the order has worked on the day `at` already. */
  let worked = 0
  for (const { centre: id, work } of steps) {
    const [centre, row] = [known.get(id), load.get(id)]
    if (centre === undefined || row === undefined) return undefined
    for (let rest = work; rest > 0;) {
      if (at >= horizon.days) return undefined
      const open = openOn(centre, horizon, horizon.from + at)
      const own = sumOf(taken, row, at)
      const part = Math.min(rest, open - worked, open * centre.places - (row[at] ?? 0) - own)
      if (part > 0) {
        taken.push({ row, at, work: part })
        rest -= part
        worked += part
      }
      if (rest > 0) {
        at += 1
        worked = 0
      }
    }
  }
  return taken
}

/** What an order itself takes of a centre on a day: two steps of it may be at one. */
const sumOf = (taken: readonly Taken[], row: Float64Array, at: number): number => {
  let sum = 0
  for (let index = taken.length - 1; index >= 0; index--) {
    const one = taken[index]
    if (one === undefined || one.at !== at) break
    if (one.row === row) sum += one.work
  }
  return sum
}

/** An order without work stays where it is planned, not before the horizon. */
function placedOf({ id, from, due }: Job, taken: readonly Taken[], horizon: Horizon): Placed {
  const still = Math.max(horizon.from, from ?? horizon.from)
  const [first, last] = [taken[0], taken.at(-1)]
  const begin = first === undefined ? still : horizon.from + first.at
  const to = last === undefined ? still : horizon.from + last.at
  return { id, from: begin, to, late: due === null ? 0 : Math.max(0, to - due) }
}
