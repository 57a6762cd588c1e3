import { useEffect, useRef } from 'react'

/** What people are in the middle of, wherever it stands: each source says whether it holds something that is not saved. */
const sources = new Set<() => boolean>()

/** Is there anything that leaving this page would lose? */
export function hasWork(): boolean {
  return [...sources].some((source) => source())
}

/** Counts as work while mounted and for as long as `unsaved` says so. */
export function useWork(unsaved: () => boolean): void {
  const latest = useRef(unsaved)
  useEffect(() => {
    latest.current = unsaved
  })
  useEffect(() => {
    const source = (): boolean => latest.current()
    sources.add(source)
    return () => {
      sources.delete(source)
    }
  }, [])
}

/** The browser asks before it closes or reloads a page with unsaved work; called once at start. */
export function guardWork(): void {
  addEventListener('beforeunload', (event) => {
    if (hasWork()) event.preventDefault()
  })
}
