import { mdfeLife, OPEN_MANIFEST } from './mdfe'
import { numbersOf } from './standing'

/** Days after which an open manifest is told of, and after which it is told of as bad: past 30 the authority lets nothing more be issued (686). */
export const OPEN_DAYS = { old: 20, last: 28 } as const

const DAY_MS = 86_400_000

/** How the view is called of those that are open for more than so many days. */
export const openView = (days: number): string => `Abertos há mais de ${days} dias`

/** The filter of manifests that have been open for more than so many days at a moment (in milliseconds): one whose closing was only asked for is open, too. */
export const openSince = (now: number, days: number) => ({
  where: { status: numbersOf(mdfeLife, OPEN_MANIFEST) },
  between: { dhAutorizacao: { fim: new Date(now - days * DAY_MS).toISOString() } },
})
