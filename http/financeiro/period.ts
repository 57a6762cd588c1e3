import { sql } from 'drizzle-orm'
import { formatDate } from '../../core/br/date-text'
import { type Ctx, rowsOf } from '../platform/context'
import { badRequest } from '../platform/errors'

/** Any number that closings are held under, by company. */
const CLOSINGS = 727_786_004

/** Whoever closes a month waits for those that are writing in it, and they for it: shared by writers, alone for who closes. */
export async function holdClosings(ctx: Ctx, empresa_id: number, how: 'writes' | 'closes'): Promise<void> {
  await ctx.db.execute(
    how === 'closes'
      ? sql`select pg_advisory_xact_lock(${CLOSINGS}, ${empresa_id})`
      : sql`select pg_advisory_xact_lock_shared(${CLOSINGS}, ${empresa_id})`,
  )
}

/** The last day that a company has closed; null where none is. */
export async function closedUntil(ctx: Ctx, empresa_id: number): Promise<string | null> {
  const [row] = await rowsOf(
    ctx,
    sql`select max(ate)::text as ate from financeiro_fechamento where empresa_id = ${empresa_id} and "dhReabertura" is null`,
  )
  return typeof row?.ate === 'string' ? row.ate : null
}

/** The day that something which happened elsewhere is booked on: its own; today's where its month is closed, it has not come, or it was not told. Nobody closes a month meanwhile. */
export async function bookingOf(ctx: Ctx, empresa_id: number): Promise<(day: string | null) => string> {
  await holdClosings(ctx, empresa_id, 'writes')
  const [closed, today] = [await closedUntil(ctx, empresa_id), ctx.clock.today()]
  return (day) => (day === null || day > today || (closed !== null && day <= closed) ? today : day)
}

/** Throws 400 `period_closed` where one of the days lies in a month that the company has closed. */
export async function assertOpenDays(ctx: Ctx, empresa_id: number, days: readonly string[]): Promise<void> {
  await holdClosings(ctx, empresa_id, 'writes')
  const ate = await closedUntil(ctx, empresa_id)
  const day = days.find((one) => ate !== null && one <= ate)
  if (day !== undefined && ate !== null)
    throw badRequest(`O mês de ${formatDate(day)} está fechado (até ${formatDate(ate)}).`, 'period_closed')
}
