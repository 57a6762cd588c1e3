import { formatNumber } from '../../../core/br/number'
import { type Analysis, readAnalysis } from '../../../core/forecast/analysis'
import { type Cell, readCells } from '../../../core/forecast/cells'
import { CLASS_NAMES, longPeriod, METHOD_NAMES, nameOf } from '../../../core/forecast/labels'
import type { Period } from '../../../core/forecast/periods'
import { escapeHtml } from '../../platform/html'
import type { RecordOf, Row } from '../../platform/resource'
import { periodOf } from './hooks'
import type { previsaoItem } from './previsao'
import { forecastChart } from './info-chart'

export interface Info {
  readonly head: Row
  readonly item: RecordOf<typeof previsaoItem>
  readonly product: Row
  readonly chart: boolean
}

/** The explanation of a product's forecast. Every text that came from people is escaped. */
export function infoHtml({ head, item, product, chart }: Info): string {
  const period = periodOf(head)
  const decimals = Number(product.decimais ?? 0)
  const cells = readCells(item.previsao)
  const analysis = readAnalysis(item.analise)
  const title = [product.codigo, product.xProd].filter(Boolean).join(' · ')
  const show = (value: number) => formatNumber(value, decimals)
  const growth = Number(head.growth_factor)
  const parts = analysis
    ? [
        chart ? forecastChart({ analysis, cells, growth, title: String(product.xProd ?? '') }) : '',
        methodPart(item, head),
        measuresPart(analysis, item.classe),
        errorsPart(analysis, item.metodo),
        historyPart(analysis, period),
        cellsPart(cells, { analysis, growth, period, show }),
      ]
    : [
        '<p>A previsão deste produto ainda não foi gerada: há só o que foi digitado.</p>',
        cellsPart(cells, { analysis, growth, period, show }),
      ]
  return `<section class="previsao-info" lang="pt-BR"><h3>${escapeHtml(title)}</h3>${parts.join('')}</section>`
}

const pair = (label: string, text: string) => `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(text)}</dd>`

function methodPart(item: Info['item'], head: Row): string {
  const growth = String(head.growth_factor)
  const rows = [
    pair('Método', nameOf(METHOD_NAMES, item.metodo)),
    pair('Por que este método', item.xMotivo ?? ''),
    pair('Demanda', nameOf(CLASS_NAMES, item.classe)),
    ...(Number(growth) === 1 ? [] : [pair('Fator de crescimento', growth.replace('.', ','))]),
    ...(item.xAviso ? [pair('Atenção', item.xAviso)] : []),
  ]
  return `<h4>Método</h4><dl>${rows.join('')}</dl>`
}

const percent = (value: number | null) => (value === null ? '—' : `${formatNumber(value, 1)} %`)
const plain = (value: number | null) => (value === null ? '—' : formatNumber(value, 2))

/** Demand that skips periods is never judged by absolute errors: against so many zeros they favour forecasting nothing. */
function measuresPart({ medidas }: Analysis, kind: string | null): string {
  if (!medidas) return '<h4>Acerto no passado</h4><p>Histórico curto demais para medir o erro.</p>'
  const skips = kind === 'intermittent' || kind === 'lumpy'
  const rows = [
    ...(skips
      ? []
      : [
          pair('Erro absoluto sobre o vendido (WAPE)', percent(medidas.WAPE)),
          pair('Erro percentual simétrico (sMAPE)', percent(medidas.sMAPE)),
          pair(
            'Erro em relação ao ingênuo sazonal (MASE)',
            `${plain(medidas.MASE)} (abaixo de 1 é melhor que repetir o passado)`,
          ),
        ]),
    pair(
      'Erro quadrático relativo (RMSSE)',
      `${plain(medidas.RMSSE)} (abaixo de 1 é melhor que repetir o último período)`,
    ),
    pair('Viés por período', `${plain(medidas.bias)} (acima de zero prevê demais)`),
  ]
  const held = medidas.periods === 1 ? 'o último período' : `os últimos ${medidas.periods} períodos`
  return `<h4>Acerto no passado</h4><p>Medido sobre ${held} do histórico, que a previsão não viu.</p><dl>${rows.join('')}</dl>`
}

function errorsPart({ erros }: Analysis, chosen: string | null): string {
  const tried = Object.entries(erros).sort(([, a], [, b]) => a - b)
  if (tried.length === 0) return ''
  const rows = tried.map(
    ([method, error]) =>
      `<tr><th scope="row">${escapeHtml(nameOf(METHOD_NAMES, method))}${method === chosen ? ' <strong>(escolhido)</strong>' : ''}</th><td>${formatNumber(error, 2)}</td></tr>`,
  )
  return `<h4>Métodos comparados</h4><table><thead><tr><th scope="col">Método</th><th scope="col">Erro médio</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

const brDate = (date: string) => date.split('-').toReversed().join('/')

function historyPart(analysis: Analysis, period: Period): string {
  const list = (dates: readonly string[]) => dates.map((date) => longPeriod(date, period)).join('; ')
  const runs = analysis.rupturas.map(({ from, to }) => (from === to ? brDate(from) : `${brDate(from)} a ${brDate(to)}`))
  const rows = [
    pair('Valores atípicos', analysis.atipicos.length === 0 ? 'nenhum' : `${list(analysis.atipicos)} (contidos)`),
    pair('Dias sem estoque', runs.length === 0 ? 'nenhum' : `${analysis.dias_sem_estoque}: ${runs.join('; ')}`),
    ...(analysis.estimados.length === 0
      ? []
      : [pair('Períodos estimados', `${list(analysis.estimados)} (sem estoque em metade dos dias ou mais)`)]),
  ]
  return `<h4>Histórico</h4><dl>${rows.join('')}</dl>`
}

interface Table {
  readonly analysis: Analysis | null
  readonly growth: number
  readonly period: Period
  readonly show: (value: number) => string
}

function cellsPart(cells: readonly Cell[], { analysis, growth, period, show }: Table): string {
  const rows = cells.map((cell, at) => {
    const [low, high] = [analysis?.minimo[at], analysis?.maximo[at]]
    const band = low === undefined || high === undefined ? '' : `${show(low * growth)} a ${show(high * growth)}`
    const mark = cell.changed ? ` <strong>(alterado; original ${show(cell.qOriginal)})</strong>` : ''
    return `<tr><th scope="row">${escapeHtml(longPeriod(cell.dPrevisao, period))}</th><td>${show(cell.qPrevista)}${mark}</td><td>${band}</td></tr>`
  })
  return `<h4>Previsão</h4><table><thead><tr><th scope="col">Período</th><th scope="col">Quantidade</th><th scope="col">Intervalo de 80 %</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}
