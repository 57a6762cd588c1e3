import { useEffect } from 'react'
import type { MenuItem } from '../ui/menu'

/** The verbs of the rows that are selected in the list on the screen, for the palette: it asks when it opens. */
interface Offered {
  readonly count: number
  readonly items: readonly MenuItem[]
}

const NONE: Offered = { count: 0, items: [] }
let now = NONE

export const offered = (): Offered => now

/** Offers the verbs of a list while it is on the screen. */
export function useOffered(count: number, items: readonly MenuItem[]): void {
  useEffect(() => {
    now = { count, items }
    return () => {
      now = NONE
    }
  })
}
