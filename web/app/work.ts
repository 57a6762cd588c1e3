import { useEffect, useRef } from 'react'

interface Source {
  readonly unsaved: () => boolean
  /** The address it stands on: what opens over that keeps it. */
  readonly path: string
}

/** What people are in the middle of, wherever it stands: each source says whether it holds something that is not saved. */
const sources = new Set<Source>()

/** Is there anything that leaving this page would lose? */
export function hasWork(): boolean {
  return [...sources].some(({ unsaved }) => unsaved())
}

/** The addresses that hold something that is not saved. */
export const workPlaces = (): readonly string[] =>
  [...sources].filter(({ unsaved }) => unsaved()).map(({ path }) => path)

/** Is there anything that going to this address would lose? */
export function losesWork(target: string): boolean {
  return [...sources].some(({ unsaved, path }) => !`${target}/`.startsWith(`${path}/`) && unsaved())
}

/** Counts as work while mounted and for as long as `unsaved` says so. Without a path it stands on what is open now. */
export function useWork(unsaved: () => boolean, path?: string): void {
  const latest = useRef(unsaved)
  useEffect(() => {
    latest.current = unsaved
  })
  useEffect(() => {
    const source = { unsaved: () => latest.current(), path: path ?? location.pathname }
    sources.add(source)
    return () => {
      sources.delete(source)
    }
  }, [path])
}

/** The browser asks before it closes or reloads a page with unsaved work; called once at start. */
export function guardWork(): void {
  addEventListener('beforeunload', (event) => {
    if (hasWork()) event.preventDefault()
  })
}
