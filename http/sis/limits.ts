import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../platform/context'
import { ApiError } from '../platform/errors'
import { lockNames } from '../platform/session'

/** How often something may happen. */
export interface Limit {
  readonly times: number
  readonly minutes: number
}

/** Counts one use under a key and refuses with 429 what is beyond the limit. All server processes count together, and calls at once one after another. */
export async function takeTurn(ctx: Pick<Ctx, 'db'>, key: string, { times, minutes }: Limit): Promise<void> {
  const window = `${minutes} minutes`
  await lockNames(ctx.db, [key])
  await ctx.db.execute(sql`delete from limite_uso where chave = ${key} and dh < now() - ${window}::interval`)
  const [row] = await rowsOf(
    ctx,
    sql`with mine as (insert into limite_uso (chave) values (${key}))
        select count(*)::int as used from limite_uso where chave = ${key}`,
  )
  if (Number(row?.used) < times) return
  throw new ApiError(
    429,
    'too_many_requests',
    `Muitas tentativas. Aguarde ${minutes === 1 ? '1 minuto' : `${minutes} minutos`} e tente de novo.`,
    undefined,
    {
      'Retry-After': String(minutes * 60),
    },
  )
}
