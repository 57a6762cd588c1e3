import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../../platform/context'

/** SQL: does the price table under this alias hold today? As `holdsOn` of the core says. */
export function tableHolds({ clock }: Pick<Ctx, 'clock'>, alias: string): SQL {
  const own = (name: string): SQL => sql.raw(`${alias}."${name}"`)
  const today = clock.today()
  return sql`(${own('ativo')} and coalesce(${own('dInicio')} <= ${today}, true) and coalesce(${own('dFim')} >= ${today}, true))`
}
