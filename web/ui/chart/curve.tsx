import { useEffect, useRef, type ReactElement } from 'react'
import { addStyle } from '../later-style'
import style from './chart.css' with { type: 'text' }
import type { CurvePoints } from './curve-plot'

addStyle(style)

interface CurveProps {
  readonly points: CurvePoints
  /** What it shows and how it went: read out in its place. */
  readonly label: string
}

interface Drawn {
  readonly set: (points: CurvePoints) => void
  readonly destroy: () => void
}

/** A small line without axes: how something goes down or up while one waits. The library comes in its own chunk. */
export function Curve({ points, label }: CurveProps): ReactElement {
  const host = useRef<HTMLDivElement>(null)
  const drawn = useRef<Drawn | null>(null)
  const latest = useRef(points)
  useEffect(() => {
    latest.current = points
    drawn.current?.set(points)
  }, [points])
  useEffect(() => {
    const box = host.current
    if (box === null) return undefined
    let gone = false
    const draw = async (): Promise<void> => {
      const { drawCurve } = await import('./curve-plot')
      if (gone) return
      drawn.current = drawCurve(box, getComputedStyle(box).color)
      drawn.current.set(latest.current)
    }
    void draw()
    return () => {
      gone = true
      drawn.current?.destroy()
      drawn.current = null
    }
  }, [])
  return <div ref={host} className="time-curve" role="img" aria-label={label} title={label} />
}
