import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactElement, type RefObject } from 'react'

/** What stands for a series: its colour comes from the tokens. */
export type Tone = 'primary' | 'ok' | 'danger'

export interface Series {
  readonly label: string
  readonly tone: Tone
  readonly values: readonly number[]
}

interface BarChartProps {
  readonly title: string
  /** What the names are, over those of the table; days unless told. */
  readonly of?: string
  /** One name a bar, in order; also the rows of the table. */
  readonly names: readonly string[]
  /** One bar each, side by side. */
  readonly series: readonly Series[]
  readonly format: (value: number) => string
  readonly height?: number
}

const LEFT = 52
const FOOT = 20
const TOP = 6
/** Least px between two names under the bars. */
const NAME_ROOM = 46
const STEPS = [1, 2, 2.5, 5, 10]

/** A round figure at or above the greatest value, and the lines under it. */
export function scaleOf(greatest: number, lines = 4): readonly number[] {
  const rough = Math.max(greatest, 1e-9) / lines
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = (STEPS.find((one) => one * power >= rough) ?? 10) * power
  const count = greatest <= 0 ? 1 : Math.ceil(greatest / step - 1e-9)
  return Array.from({ length: count + 1 }, (_, at) => at * step)
}

/** `12 mil`, `1,5 mi`: short enough for an axis. */
export function shortFigure(value: number): string {
  return new Intl.NumberFormat('pt-BR', { notation: 'compact', maximumFractionDigits: 1 }).format(value)
}

function useWidth(): [RefObject<HTMLDivElement | null>, number] {
  const ref = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const box = ref.current
    if (box === null) return undefined
    const watch = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    watch.observe(box)
    return () => watch.disconnect()
  }, [])
  return [ref, width]
}

interface PlotProps extends BarChartProps {
  readonly width: number
  readonly height: number
  readonly at: number | null
  readonly onAt: (at: number | null) => void
}

function Plot({ names, series, width, height, at, onAt }: PlotProps): ReactElement {
  const lines = scaleOf(Math.max(0, ...series.flatMap(({ values }) => values)))
  const top = lines.at(-1) ?? 1
  const floor = height - FOOT
  const y = (value: number): number => floor - (value / top) * (floor - TOP)
  const step = (width - LEFT) / Math.max(1, names.length)
  const bar = Math.max(1, (step * 0.72) / series.length)
  const every = Math.max(1, Math.ceil(NAME_ROOM / step))
  return (
    <svg width={width} height={height} aria-hidden="true" onPointerLeave={() => onAt(null)}>
      {lines.map((line) => (
        <g key={line}>
          <line
            className="chart-line"
            x1={LEFT}
            x2={width}
            y1={Math.round(y(line)) + 0.5}
            y2={Math.round(y(line)) + 0.5}
          />
          <text className="chart-name" x={LEFT - 6} y={y(line) + 4} textAnchor="end">
            {shortFigure(line)}
          </text>
        </g>
      ))}
      {names.map((name, index) => {
        const x = LEFT + index * step
        return (
          <g key={name} onPointerEnter={() => onAt(index)}>
            <rect
              className={index === at ? 'chart-band chart-band-on' : 'chart-band'}
              x={x}
              y={0}
              width={step}
              height={floor}
            />
            {series.map(({ label, tone, values }, which) => {
              const value = values[index] ?? 0
              const high = value > 0 ? Math.max(2, floor - y(value)) : 0
              return (
                <rect
                  key={label}
                  className={`chart-${tone}`}
                  x={x + step * 0.14 + which * bar}
                  y={floor - high}
                  width={Math.max(1, bar - (series.length > 1 ? 1 : 0))}
                  height={high}
                  rx={Math.min(2, bar / 3)}
                />
              )
            })}
            {index % every === 0 ? (
              <text className="chart-name" x={x + step / 2} y={height - 5} textAnchor="middle">
                {name}
              </text>
            ) : null}
          </g>
        )
      })}
    </svg>
  )
}

function TableBehind({ title, of = 'Dia', names, series, format }: BarChartProps): ReactElement {
  return (
    <details className="chart-table">
      <summary>Ver como tabela</summary>
      <table className="plain">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{of}</th>
            {series.map(({ label }) => (
              <th key={label} scope="col" className="end">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {names.map((name, at) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {series.map(({ label, values }) => (
                <td key={label} className="end">
                  {format(values[at] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

/** Bars over days: the arrow keys and the pointer read one after another, and the same figures stand in a table behind. */
export function BarChart(props: BarChartProps): ReactElement {
  const { title, names, series, format, height = 180 } = props
  const id = useId()
  const [ref, width] = useWidth()
  const [at, setAt] = useState<number | null>(null)
  const read = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0 || names.length === 0) return
    event.preventDefault()
    setAt(Math.min(names.length - 1, Math.max(0, at === null ? names.length - 1 : at + step)))
  }
  const shown =
    at === null
      ? null
      : { name: names[at], texts: series.map(({ label, values }) => `${label}: ${format(values[at] ?? 0)}`) }
  return (
    <figure className="chart">
      <figcaption id={id}>
        <h3>{title}</h3>
        <span className="chart-legend">
          {series.length < 2
            ? null
            : series.map(({ label, tone }) => (
                <span key={label}>
                  <i className={`chart-key chart-key-${tone}`} />
                  {label}
                </span>
              ))}
        </span>
        <output className="chart-read">{shown === null ? '' : `${shown.name} · ${shown.texts.join(' · ')}`}</output>
      </figcaption>
      <div
        ref={ref}
        className="chart-plot"
        role="application"
        aria-labelledby={id}
        aria-roledescription="gráfico: setas esquerda e direita leem os valores"
        tabIndex={0}
        style={{ height }}
        onKeyDown={read}
        onBlur={() => setAt(null)}
      >
        {width === 0 ? null : <Plot {...props} width={width} height={height} at={at} onAt={setAt} />}
      </div>
      <TableBehind {...props} />
    </figure>
  )
}
