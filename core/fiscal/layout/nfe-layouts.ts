import { layoutSets } from './layout-sets'
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

export const { setOn: nfeSetOn, layout: nfeLayout } = layoutSets(SETS)
