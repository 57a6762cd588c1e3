import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../platform/context'
import { ApiError } from '../platform/errors'
import { type Database, lockNames } from '../platform/locks'
import { assertInTime, type Pace, waitOf, WINDOW } from '../platform/slowing'

/** How often something may happen of people who are signed in. Strangers are slowed instead (`slowTurn`): a limit could be used up for others. */
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

/** Counts one use of strangers under a key, and refuses with 429 what comes too soon after the others: nobody is kept out for longer than the pace says. */
export async function slowTurn(db: Database, key: string, pace: Pace): Promise<void> {
  await lockNames(db, [key])
  const [row] = await rowsOf(
    { db },
    sql`select count(*)::int as times, extract(epoch from now() - max(dh))::float as ago
        from limite_uso where chave = ${key} and dh > now() - ${`${WINDOW} minutes`}::interval`,
  )
  assertInTime(waitOf({ times: Number(row?.times ?? 0), ago: Number(row?.ago ?? 0) }, pace))
  await db.execute(sql`insert into limite_uso (chave) values (${key})`)
}
