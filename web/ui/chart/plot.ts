import uPlot from 'uplot'
import { shortFigure } from '../chart'
import { formatQuantity } from '../format'
import { axisText, secondsOf, type ChartData, type ChartSeries, type ChartTone } from './chart-model'

export interface PlotOptions {
  readonly width: number
  readonly height: number
  readonly data: ChartData
  /** A colour of the page as the canvas takes it. */
  readonly colour: (tone: ChartTone | 'border' | 'text-2') => string
  /** The date under the pointer; null when it is outside. */
  readonly onPoint: (index: number | null) => void
}

/** The drawn chart: what its owner does with it. */
export interface Plot {
  readonly point: (index: number) => void
  /** The date that lies under a place of the window. */
  readonly indexAt: (clientX: number) => number
  /** Other values of the same dates and series. */
  readonly update: (data: ChartData) => void
  readonly resize: (width: number) => void
  readonly destroy: () => void
}

const BAR_SHARE = 0.6

function seriesOf(one: ChartSeries, colour: string, decimals: number): uPlot.Series {
  const base = {
    label: one.name,
    stroke: colour,
    width: 2,
    value: (_: uPlot, value: number) => formatQuantity(value, decimals),
  }
  if (one.kind === 'points') return { ...base, width: 0, points: { show: true, size: 9, fill: colour, space: 0 } }
  const stepped = uPlot.paths.stepped?.({ align: 1 })
  const bars = uPlot.paths.bars?.({ size: [BAR_SHARE, 40] })
  if (one.kind === 'step' && stepped) return { ...base, points: { show: false }, paths: stepped }
  if (one.kind === 'bars' && bars) return { ...base, fill: colour, points: { show: false }, paths: bars }
  return { ...base, points: { show: false }, ...(one.kind === 'dashed' ? { dash: [6, 4] } : {}) }
}

/** Upright lines at the days that are pointed out, with their words at the top. */
function drawMarks(drawn: () => ChartData, colour: PlotOptions['colour']): (plot: uPlot) => void {
  return (plot) => {
    const data = drawn()
    const { ctx, bbox } = plot
    ctx.save()
    ctx.textAlign = 'left'
    ctx.font = `${11 * devicePixelRatio}px system-ui, sans-serif`
    for (const mark of data.marks ?? []) {
      const x = plot.valToPos(secondsOf(mark.date), 'x', true)
      if (x < bbox.left || x > bbox.left + bbox.width) continue
      ctx.strokeStyle = colour(mark.tone)
      ctx.fillStyle = colour(mark.tone)
      ctx.setLineDash([3 * devicePixelRatio, 3 * devicePixelRatio])
      ctx.beginPath()
      ctx.moveTo(x, bbox.top)
      ctx.lineTo(x, bbox.top + bbox.height)
      ctx.stroke()
      ctx.fillText(mark.label, x + 4 * devicePixelRatio, bbox.top + 11 * devicePixelRatio)
    }
    ctx.restore()
  }
}

/** Millions are told in short: an axis has no room for more. */
const namesOf = (splits: readonly number[], decimals: number): string[] =>
  splits.some((one) => Math.abs(one) >= 1_000_000)
    ? splits.map((one) => shortFigure(one))
    : splits.map((one) => formatQuantity(one, decimals))

function optionsOf(options: PlotOptions, drawn: () => ChartData): uPlot.Options {
  const { data, colour, width, height } = options
  const decimals = data.decimals ?? 2
  const bands = data.bands ?? []
  const first = 1 + data.series.length
  const axis = {
    stroke: colour('text-2'),
    grid: { stroke: colour('border'), width: 1 },
    ticks: { show: false },
    font: '12px system-ui, sans-serif',
  }
  return {
    width,
    height,
    legend: { show: false },
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    cursor: { drag: { x: false, y: false }, points: { size: 7 } },
    scales: { y: { range: (_, low, high) => [Math.min(0, low), high <= 0 ? 1 : high * 1.06] } },
    axes: [
      { ...axis, size: 30, values: (_, splits, _axis, _space, step) => splits.map((one) => axisText(one, step)) },
      { ...axis, size: 64, values: (_, splits) => namesOf(splits, decimals) },
    ],
    series: [
      {},
      ...data.series.map((one) => seriesOf(one, colour(one.tone), decimals)),
      ...bands.flatMap(({ name }) => [
        { label: `${name} (máximo)`, stroke: 'transparent', points: { show: false } },
        { label: `${name} (mínimo)`, stroke: 'transparent', points: { show: false } },
      ]),
    ],
    bands: bands.map(({ tone }, at) => ({
      series: [first + 2 * at, first + 2 * at + 1],
      fill: `color-mix(in oklab, ${colour(tone)} 22%, transparent)`,
    })),
    hooks: {
      draw: [drawMarks(drawn, colour)],
      setCursor: [(plot) => options.onPoint(plot.cursor.idx ?? null)],
    },
  }
}

/** The columns that are drawn: dates, then each series, then both sides of each range. */
const valuesOf = (data: ChartData): uPlot.AlignedData => [
  data.dates.map(secondsOf),
  ...data.series.map((one) => [...one.values]),
  ...(data.bands ?? []).flatMap(({ high, low }) => [[...high], [...low]]),
]

/** Draws a chart in an element. */
export function drawPlot(host: HTMLElement, options: PlotOptions): Plot {
  let { data } = options
  const plot = new uPlot(
    optionsOf(options, () => data),
    valuesOf(data),
    host,
  )
  return {
    point: (index) => {
      const left = plot.valToPos(secondsOf(data.dates[index] ?? ''), 'x')
      plot.setCursor({ left, top: plot.bbox.height / devicePixelRatio / 2 })
    },
    indexAt: (clientX) => plot.posToIdx(clientX - plot.over.getBoundingClientRect().left),
    update: (next) => {
      data = next
      plot.setData(valuesOf(next))
    },
    resize: (width) => plot.setSize({ width, height: options.height }),
    destroy: () => plot.destroy(),
  }
}
