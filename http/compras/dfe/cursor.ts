import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../../platform/context'
import { hold } from '../../platform/engine/hold'
import { find, insert } from '../../platform/engine/write'
import type { RecordOf } from '../../platform/resource'
import { dfeCursor } from './dfe'

/** The answer to who asked too often: nothing is answered to the company for an hour. */
export const SHUT_OUT = '656'

type Cursor = RecordOf<typeof dfeCursor>

/** True until what is new may be asked for. */
export const isEarly = (ctx: Ctx, { dhProxima }: Cursor): boolean =>
  dhProxima !== null && Date.parse(dhProxima) > Date.parse(ctx.clock.now())

/** The cursor of a company in its environment, held; a new one where it never asked. */
export async function cursorOf(ctx: Ctx, id: number): Promise<Cursor> {
  await hold(ctx, 'dfe_cursor', [String(id)])
  const [company] = await rowsOf(ctx, sql`select ambiente from empresa where id = ${id}`)
  const tpAmb = company?.ambiente === 1 ? 1 : 2
  const [row] = await rowsOf(ctx, sql`select id from dfe_cursor where empresa_id = ${id} and "tpAmb" = ${tpAmb}`)
  const found = row && (await find(ctx, dfeCursor, Number(row.id), { lock: true }))
  return found ?? insert(ctx, dfeCursor, { empresa_id: id, tpAmb })
}
