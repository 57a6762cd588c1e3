import { useEffect, useLayoutEffect, useState, type RefObject } from 'react'

/** What is seen of a box that scrolls: from where, and how much. */
export function useViewport(ref: RefObject<HTMLDivElement | null>): {
  scrollTop: number
  viewport: number
  onScroll: () => void
} {
  const [view, setView] = useState({ scrollTop: 0, viewport: 600 })
  useLayoutEffect(() => {
    const box = ref.current
    if (box === null) return undefined
    const measure = (): void => setView({ scrollTop: box.scrollTop, viewport: box.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [ref])
  const onScroll = (): void => {
    const box = ref.current
    if (box !== null) setView({ scrollTop: box.scrollTop, viewport: box.clientHeight })
  }
  return { ...view, onScroll }
}

/** 300 ms of old rows before they fade: quick answers change nothing on the screen. */
export function useSlow(stale: boolean): boolean {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!stale) return undefined
    const timer = setTimeout(() => setSlow(true), 300)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [stale])
  return slow && stale
}
