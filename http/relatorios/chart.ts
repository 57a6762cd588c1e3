import { REST, slicesOf } from '../../core/chart/slices'
import type { Ctx } from '../platform/context'
import { badRequest, notFound } from '../platform/errors'
import { eachBatch } from '../platform/stream'
import type { Row } from '../platform/resource'
import { cellText } from './cells'
import type { Report, ReportValues } from './report'

/** Bars of one chart. */
const BARS = 60
/** Rows that a pie is made of: all that a report gathers. */
const PARTS = 200

/** The chart of a report: its first rows as bars, in its order, each with the address of the list that its number is made of. Throws 404 where it has none. */
export async function chartOf(ctx: Ctx, report: Report, values: ReportValues): Promise<object> {
  const { chart, columns } = report
  const [name, value] = [chart?.name, chart?.value].map((field) => columns.find((column) => column.field === field))
  if (!name || !value) throw notFound()
  const pie = chart?.shape === 'pizza'
  const found: Row[] = []
  const most = pie ? PARTS : BARS
  const { more } = await eachBatch(ctx, await report.query(ctx, values), most, (rows) => found.push(...rows) > 0)
  const figure = (row: Row) => ({
    nome: cellText(name, row),
    valor: Number(row[value.field] ?? 0),
    endereco: report.drill(row, values),
  })
  const about = { valor: value.label, formato: value.kind, desenho: chart?.shape ?? 'barras' }
  if (!pie) return { ...about, data: found.map(figure), mais: more }
  const slices = slicesOf(found, (row) => String(row[value.field] ?? 0), await chart?.whole?.(ctx, values))
  if (!slices)
    throw badRequest('A pizza só mostra partes que não são negativas: use barras neste relatório.', 'negative_values')
  const data = slices.map(({ of, value: part }) =>
    of ? figure(of) : { nome: REST, valor: part.toNumber(), endereco: '' },
  )
  return { ...about, data, mais: false }
}
