import { type SQL, sql } from 'drizzle-orm'
import { canAll } from '../../core/access'
import { lacksRight } from '../../core/access/why-not'
import type { Ctx } from '../platform/context'
import { forbidden } from '../platform/errors'

/** The right to know what goods cost, and so what is earned on them. Fields name it themselves (`guarded`). */
const COST = 'custo'

/** May the caller know what goods cost? */
export const mayKnowCosts = ({ actor }: Pick<Ctx, 'actor'>): boolean => canAll(actor, [COST])

/** Refuses with 403 whoever may not know what goods cost. */
export function assertMayKnowCosts(ctx: Pick<Ctx, 'actor'>): void {
  if (!mayKnowCosts(ctx)) throw forbidden(`Você não tem permissão para esta ação (${lacksRight(`show ${COST}`)}).`)
}

/** SQL of what a unit of goods `m` costs a company, to form prices on: its average there, else its register's cost (`costToPrice`). */
export const costIn = (empresa_id: number | null): SQL =>
  sql`coalesce((select nullif(s."vCustoMedio", 0) from mercadoria_saldo s where s.mercadoria_id = m.id and s.empresa_id = ${empresa_id}), m.custo)`
