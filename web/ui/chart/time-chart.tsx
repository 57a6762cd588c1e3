import {
  useEffect,
  useId,
  useRef,
  useState,
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type RefObject,
} from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { theme } from '../../app/prefs'
import { addStyle } from '../later-style'
import style from './chart.css' with { type: 'text' }
import { frameOf, readingOf, stepReading, tableOf, type ChartData, type ChartSeries } from './chart-model'
import type { Plot, PlotOptions } from './plot'

addStyle(style)

export interface TimeChartProps {
  /** Keep it the same object while it does not change: a new one draws anew. */
  readonly data: ChartData
  /** What the chart shows, in a few words: its accessible name. */
  readonly label: string
  readonly height?: number
  /** A date was chosen: clicked, or Enter on the one that is read out. */
  readonly onPick?: (index: number) => void
  /** What is dragged over the chart: over which date (null: no longer), and where it was let go. */
  readonly drag?: { readonly onOver: (index: number | null) => void; readonly onDrop: (index: number) => void }
}

/** A colour of the page as it comes out here and now: the tokens differ by theme. */
function colourIn(host: HTMLElement): PlotOptions['colour'] {
  return (tone) => {
    const probe = document.createElement('span')
    probe.style.color = `var(--${tone})`
    host.append(probe)
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  }
}

/** Follows the system's own change between light and dark. */
function useSystemTheme(): boolean {
  const [dark, setDark] = useState(() => matchMedia('(prefers-color-scheme: dark)').matches)
  useEffect(() => {
    const query = matchMedia('(prefers-color-scheme: dark)')
    const follow = (): void => setDark(query.matches)
    query.addEventListener('change', follow)
    return () => query.removeEventListener('change', follow)
  }, [])
  return dark
}

/** Draws once the library has come (a chunk of its own), follows the values and the width. */
function usePlot(
  host: RefObject<HTMLDivElement | null>,
  data: ChartData,
  { height, onPoint }: { height: number; onPoint: (index: number | null) => void },
): RefObject<Plot | null> {
  const plot = useRef<Plot | null>(null)
  const latest = useRef(data)
  useEffect(() => {
    latest.current = data
    plot.current?.update(data)
  }, [data])
  useEffect(() => {
    const box = host.current
    if (box === null) return undefined
    let gone = false
    const observer = new ResizeObserver(() => plot.current?.resize(box.clientWidth))
    const draw = async (): Promise<void> => {
      const { drawPlot } = await import('./plot')
      if (gone) return
      const options = { width: box.clientWidth, height, data: latest.current, onPoint, colour: colourIn(box) }
      plot.current = drawPlot(box, options)
      observer.observe(box)
    }
    void draw()
    return () => {
      gone = true
      observer.disconnect()
      plot.current?.destroy()
      plot.current = null
    }
  }, [host, height, onPoint])
  return plot
}

/**
 * Values over time: lines, bars, ranges and days pointed out. ← and → go from date to date and read it out; the same data stand in a table
 * behind it.
 */
export function TimeChart({ data, label, height = 260, onPick, drag }: TimeChartProps): ReactElement {
  useSignals()
  const id = useId()
  const [point, setPoint] = useState<number | null>(null)
  const dark = useSystemTheme()
  return (
    <figure className="time-chart">
      <Legend data={data} />
      <Canvas
        // Colours are drawn, not styled: another theme is another drawing. So are other dates or series; other values are not.
        key={`${theme.value} ${dark} ${frameOf(data)}`}
        data={data}
        label={label}
        height={height}
        describedBy={id}
        point={point}
        onPoint={setPoint}
        onPick={onPick}
        drag={drag}
      />
      <p id={id} className="time-reading" aria-live="polite">
        {point === null ? 'Passe sobre o gráfico, ou use ← e →, para ler os valores.' : readingOf(data, point)}
      </p>
      <DataTable data={data} label={label} />
    </figure>
  )
}

interface CanvasProps extends Required<Pick<TimeChartProps, 'data' | 'label' | 'height'>> {
  readonly onPick: TimeChartProps['onPick']
  readonly drag: TimeChartProps['drag']
  readonly describedBy: string
  readonly point: number | null
  readonly onPoint: (index: number | null) => void
}

function Canvas({ data, label, height, describedBy, point, onPoint, onPick, drag }: CanvasProps): ReactElement {
  const host = useRef<HTMLDivElement>(null)
  const plot = usePlot(host, data, { height, onPoint })
  const keys = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && point !== null) onPick?.(point)
    const direction = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : undefined
    if (direction === undefined || event.altKey || event.ctrlKey) return
    event.preventDefault()
    const next = stepReading(data, point ?? (direction === 1 ? -1 : data.dates.length), direction)
    onPoint(next)
    plot.current?.point(next)
  }
  const under = (event: { readonly clientX: number }): number | null => plot.current?.indexAt(event.clientX) ?? null
  const over = (event: DragEvent): void => {
    event.preventDefault()
    drag?.onOver(under(event))
  }
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    const index = under(event)
    if (index !== null) drag?.onDrop(index)
  }
  const pick = (event: MouseEvent): void => {
    const index = under(event)
    if (index !== null) onPick?.(index)
  }
  return (
    <div
      ref={host}
      className="time-plot"
      style={{ minHeight: height }}
      role="img"
      aria-label={label}
      aria-describedby={describedBy}
      tabIndex={0}
      onKeyDown={keys}
      {...(onPick === undefined ? {} : { onClick: pick })}
      {...(drag === undefined ? {} : { onDragOver: over, onDragLeave: () => drag.onOver(null), onDrop: drop })}
    />
  )
}

const SHAPES: Readonly<Record<ChartSeries['kind'], string>> = {
  line: 'key-line',
  dashed: 'key-dashed',
  step: 'key-line',
  bars: 'key-bar',
  points: 'key-point',
}

function Legend({ data }: { readonly data: ChartData }): ReactElement {
  return (
    <ul className="time-legend">
      {data.series.map(({ name, kind, tone }) => (
        <li key={name}>
          <i className={SHAPES[kind]} style={{ color: `var(--${tone})` }} />
          {name}
        </li>
      ))}
      {(data.bands ?? []).map(({ name, tone }) => (
        <li key={name}>
          <i className="key-band" style={{ color: `var(--${tone})` }} />
          {name}
        </li>
      ))}
    </ul>
  )
}

function DataTable({ data, label }: { readonly data: ChartData; readonly label: string }): ReactElement {
  const [open, setOpen] = useState(false)
  const { heads, rows } = open ? tableOf(data) : { heads: [], rows: [] }
  return (
    <details className="time-data" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Ver os dados em tabela</summary>
      {open ? (
        <div className="time-scroll" tabIndex={0} role="region" aria-label={`Dados: ${label}`}>
          <table className="plain">
            <thead>
              <tr>
                {heads.map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(([first, ...rest]) => (
                <tr key={first}>
                  <th scope="row">{first}</th>
                  {rest.map((text, at) => (
                    <td key={heads[at + 1]} className="end">
                      {text}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
    </details>
  )
}
