import { sql } from 'drizzle-orm'
import { CONSULTATION_HOUR_MS as HOUR_MS, KEYS_AN_HOUR } from '../../../core/fiscal/received'
import { type Ctx, rowsOf } from '../../platform/context'
import { hold } from '../../platform/engine/hold'
import { find, insert } from '../../platform/engine/write'
import type { RecordOf } from '../../platform/resource'
import { dfeCursor } from './dfe'
import type { Numbered } from './distribution'

/** The answers to who asked too often: nothing is answered to the company for an hour. The authority of the MDF-e may say it by its own code. */
export const SHUT_OUT: ReadonlySet<string | null> = new Set(['656', '678'])

export type Cursor = RecordOf<typeof dfeCursor>

/** True until what is new may be asked for. */
export const isEarly = (ctx: Ctx, { dhProxima }: Cursor): boolean =>
  dhProxima !== null && Date.parse(dhProxima) > Date.parse(ctx.clock.now())

/** The company's environment as it is now. */
export async function environmentOf(ctx: Ctx, id: number): Promise<1 | 2> {
  const [company] = await rowsOf(ctx, sql`select ambiente from empresa where id = ${id}`)
  return company?.ambiente === 1 ? 1 : 2
}

/** The cursor of a company for a model in an environment, held; a new one where it never asked. */
export async function cursorOf(ctx: Ctx, empresa_id: number, { mod, tpAmb }: Numbered): Promise<Cursor> {
  await hold(ctx, 'dfe_cursor', [`${empresa_id}:${mod}`])
  const [row] = await rowsOf(
    ctx,
    sql`select id from dfe_cursor where empresa_id = ${empresa_id} and mod = ${mod} and "tpAmb" = ${tpAmb}`,
  )
  const found = row && (await find(ctx, dfeCursor, Number(row.id), { lock: true }))
  return found ?? insert(ctx, dfeCursor, { empresa_id, mod, tpAmb })
}

/** A question for a single document is counted: the authority takes so many an hour. Answers the count, undefined where the hour has none left but those that are `spared`. */
export function counted(
  ctx: Ctx,
  { dhChave, qChave }: Cursor,
  spared = 0,
): { dhChave: string; qChave: number } | undefined {
  const now = ctx.clock.now()
  if (dhChave === null || Date.parse(now) - Date.parse(dhChave) >= HOUR_MS) return { dhChave: now, qChave: 1 }
  return qChave < KEYS_AN_HOUR - spared ? { dhChave, qChave: qChave + 1 } : undefined
}
