import type { Ctx } from '../platform/context'
import { notFound } from '../platform/errors'
import { eachBatch } from '../platform/stream'
import type { Row } from '../platform/resource'
import { cellText } from './cells'
import type { Report, ReportValues } from './report'

/** Bars of one chart. */
const BARS = 60

/** The chart of a report: its first rows as bars, in its order, each with the address of the list that its number is made of. Throws 404 where it has none. */
export async function chartOf(ctx: Ctx, report: Report, values: ReportValues): Promise<object> {
  const { chart, columns } = report
  const [name, value] = [chart?.name, chart?.value].map((field) => columns.find((column) => column.field === field))
  if (!name || !value) throw notFound()
  const found: Row[] = []
  const { more } = await eachBatch(ctx, await report.query(ctx, values), BARS, (rows) => found.push(...rows) > 0)
  const data = found.map((row) => ({
    nome: cellText(name, row),
    valor: Number(row[value.field] ?? 0),
    endereco: report.drill(row, values),
  }))
  return { valor: value.label, formato: value.kind, desenho: chart?.line ? 'linha' : 'barras', data, mais: more }
}
