import { sql } from 'drizzle-orm'
import { formatDate } from '../../core/br/date-text'
import { type Ctx, rowsOf } from '../platform/context'
import { shownTime } from '../platform/shown-time'
import { displayOf, resourceAt } from './display'
import { namesOf } from './filters'
import type { Heading } from './outputs'
import type { Report, ReportFilter, ReportValues } from './report'

/** What stands over a report: the company, what it was narrowed by, and when it was made. */
export async function headingOf(ctx: Ctx, one: Report, values: ReportValues): Promise<Heading> {
  const [company] = await rowsOf(ctx, sql`select "xNome" from empresa where id = ${values.empresa_id}`)
  const filters: (readonly [string, string])[] = [...((await one.told?.(ctx)) ?? [])]
  for (const [name, filter] of Object.entries(one.filters)) {
    const text = await filterText(ctx, name, filter, values)
    if (text !== undefined) filters.push([filter.label, text])
  }
  const foot = await one.foot?.(ctx, values)
  return { company: String(company?.xNome ?? ''), filters, printedAt: shownTime(ctx, ctx.clock.now()), foot }
}

/** A filter as people read it; undefined when it was not set. */
async function filterText(
  ctx: Ctx,
  name: string,
  filter: ReportFilter,
  values: ReportValues,
): Promise<string | undefined> {
  const [first, last] = namesOf(name, filter).map((part) => values.text(part))
  if (filter.kind === 'period') {
    const parts = [first && `de ${formatDate(first)}`, last && `até ${formatDate(last)}`].filter(Boolean)
    return parts.length === 0 ? undefined : parts.join(' ')
  }
  if (first === undefined) return undefined
  if (filter.kind === 'date') return formatDate(first)
  if (filter.kind === 'choice') return filter.options.find(({ value }) => value === first)?.label
  return filter.kind === 'ref' ? displayOf(ctx, resourceAt(filter.resource), Number(first)) : first
}
