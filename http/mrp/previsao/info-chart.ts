import type { Analysis } from '../../../core/forecast/analysis'
import type { Cell } from '../../../core/forecast/cells'
import { escapeHtml } from '../../platform/html'

const SIZE = { width: 720, height: 220, left: 8, top: 8 }
const HISTORY_SHOWN = 120

export interface ChartOf {
  readonly analysis: Analysis
  readonly cells: readonly Cell[]
  readonly growth: number
  readonly title: string
}

/** History, forecast and its interval as an inline SVG: no script, no style from outside. */
export function forecastChart({ analysis, cells, growth, title }: ChartOf): string {
  const past = analysis.historico.slice(-HISTORY_SHOWN)
  const ahead = cells.map((cell) => cell.qPrevista)
  const low = analysis.minimo.map((value) => value * growth)
  const high = analysis.maximo.map((value) => value * growth)
  const count = Math.max(2, past.length + ahead.length)
  const most = [...past, ...ahead, ...high].reduce((a, b) => Math.max(a, b), 1)
  const x = (at: number) => SIZE.left + (at * (SIZE.width - 2 * SIZE.left)) / (count - 1)
  const y = (value: number) => SIZE.height - SIZE.top - (value * (SIZE.height - 2 * SIZE.top)) / most
  const point = (value: number, at: number) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`
  const shifted = (values: readonly number[]) => values.map((value, at) => point(value, past.length + at))
  const band = [...shifted(high), ...shifted(low).toReversed()].join(' ')
  const line = (points: readonly string[], style: string) =>
    `<polyline fill="none" stroke-width="2" ${style} points="${points.join(' ')}"/>`
  const dots = cells.flatMap((cell, at) =>
    cell.changed
      ? [
          `<rect x="${(x(past.length + at) - 4).toFixed(1)}" y="${(y(cell.qPrevista) - 4).toFixed(1)}" width="8" height="8" fill="#b45309"/>`,
        ]
      : [],
  )
  return `<figure><svg viewBox="0 0 ${SIZE.width} ${SIZE.height}" width="100%" role="img" aria-label="Histórico e previsão de ${escapeHtml(title)}"><polygon fill="#4845ca" fill-opacity="0.18" points="${band}"/>${line(past.map(point), 'stroke="currentColor"')}${line(shifted(ahead), 'stroke="#6d6af0" stroke-dasharray="6 4"')}${dots.join('')}</svg><figcaption>Linha cheia: vendido. Tracejada: previsto, com o intervalo de 80 %. Quadrado: alterado à mão.</figcaption></figure>`
}
