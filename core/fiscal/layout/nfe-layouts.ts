import { Layout, type LayoutData } from './layout'
import d from './nfe-010d.json'
import e from './nfe-010e.json'

/** Schema sets of the NF-e in the order in which they come into force, by the day of issue (NT 2026.004 v1.02; NT 2025.002 with NT 2026.002). */
const SETS = [
  { set: '010d', since: '2026-07-06', data: d },
  { set: '010e', since: '2027-01-04', data: e },
] as const

/** The day from which each published set counts, of those that notes are written in. */
export const NFE_SETS: readonly { readonly set: NfeSet; readonly since: string }[] = SETS

/** Which published layout an NF-e follows. */
export type NfeSet = (typeof SETS)[number]['set']

const made = new Map<NfeSet, Layout>()

/** The set in force on a day (`YYYY-MM-DD…`); before the first that we know, the first. */
export function nfeSetOn(day: string): NfeSet {
  return SETS.findLast(({ since }) => since <= day.slice(0, 10))?.set ?? SETS[0].set
}

/** The layout of a set, made once. */
export function nfeLayout(set: NfeSet): Layout {
  const known = made.get(set)
  if (known) return known
  const layout = new Layout(dataOf(SETS.find((each) => each.set === set)?.data))
  made.set(set, layout)
  return layout
}

/** What the compiler reads out of the files is wider than what the packer writes. */
// oxlint-disable-next-line typescript/consistent-type-assertions
const dataOf = (data: unknown): LayoutData => data as LayoutData
