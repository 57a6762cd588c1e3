import { useId, type ReactElement } from 'react'
import { formatQuantity } from '../format'
import { addStyle } from '../later-style'
import style from './pie.css' with { type: 'text' }

addStyle(style)

interface PieChartProps {
  readonly title: string
  /** One name a slice, in order: as many as a pie tells apart (`core/chart/slices`). */
  readonly names: readonly string[]
  /** What each is, none below zero. */
  readonly values: readonly number[]
  readonly format: (value: number) => string
}

const RADIUS = 50

/** The hue of a slice: neighbours are far apart. */
const hueOf = (at: number): number => (250 + at * 137.5) % 360

const onCircle = (share: number): string => {
  const angle = share * 2 * Math.PI
  return `${(RADIUS * Math.sin(angle)).toFixed(3)} ${(-RADIUS * Math.cos(angle)).toFixed(3)}`
}

/** The path of a slice between two shares of the circle, clockwise from its top. */
function sliceFrom(from: number, to: number): string {
  if (to - from > 0.9999) return `M0 ${-RADIUS}A${RADIUS} ${RADIUS} 0 1 1 -0.01 ${-RADIUS}Z`
  return `M0 0L${onCircle(from)}A${RADIUS} ${RADIUS} 0 ${to - from > 0.5 ? 1 : 0} 1 ${onCircle(to)}Z`
}

/** Parts of a whole: the pie, and beside it each part by name with what it is and its share, which is the same for who does not see it. */
export function PieChart({ title, names, values, format }: PieChartProps): ReactElement {
  const id = useId()
  const whole = values.reduce((all, value) => all + value, 0)
  const starts = values.map((_, at) => values.slice(0, at).reduce((all, value) => all + value, 0))
  return (
    <figure className="pie" aria-labelledby={id}>
      <figcaption id={id}>
        <h3>{title}</h3>
      </figcaption>
      {whole === 0 ? (
        <p className="hint">Não há o que mostrar.</p>
      ) : (
        <div className="pie-parts">
          <svg viewBox="-52 -52 104 104" aria-hidden="true">
            {values.map((value, at) => (
              <path
                key={starts[at]}
                d={sliceFrom((starts[at] ?? 0) / whole, ((starts[at] ?? 0) + value) / whole)}
                style={{ '--hue': hueOf(at) }}
              />
            ))}
          </svg>
          <ul>
            {names.map((name, at) => (
              <li key={starts[at]}>
                <i style={{ '--hue': hueOf(at) }} aria-hidden="true" />
                <span>{name}</span>
                <b>{format(values[at] ?? 0)}</b>
                <span className="hint">{formatQuantity(((values[at] ?? 0) / whole) * 100, 1)}%</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </figure>
  )
}
