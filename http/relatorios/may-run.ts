import { canAll, maySee } from '../../core/access'
import { lacksRight } from '../../core/access/why-not'
import { sum } from '../area'
import type { Actor } from '../platform/context'
import { forbidden } from '../platform/errors'
import type { Report } from './report'

/** The right that everybody needs for reports. */
export const GROUP = 'relatorios'

/** The report of a name, in any area. */
export const reportNamed = (name: string): Report | undefined => sum('reports').find((one) => one.rel_name === name)

/** May the caller run it? Its own group, and every resource that it tells of. */
export const mayRun = (actor: Actor, { rights }: Report): boolean =>
  canAll(actor, [GROUP]) && rights.every((right) => canAll(actor, [right]))

/** A report with the columns that the caller may see. Throws 403 that names the rights that are missing. */
export function runnable(actor: Actor, report: Report): Report {
  const { rights, columns } = report
  const missing = [GROUP, ...rights].filter((right) => !canAll(actor, [right]))
  if (missing.length === 0) return { ...report, columns: columns.filter((column) => maySee(actor, column)) }
  throw forbidden(
    `Você não tem permissão para este relatório (${missing.map((right) => lacksRight(`show ${right}`)).join(', ')}).`,
  )
}
