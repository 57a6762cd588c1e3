import { type SQL, sql } from 'drizzle-orm'
import { GONE_S, type Hello } from '../../../core/agent'
import type { Database } from '../../platform/locks'
import { rowsOf } from '../../platform/context'
import { hashToken } from '../../platform/session'

/** Who is connected where, over all server processes: by the database's clock, on which they agree. */

/** An agent as a socket knows it: whose it is. */
export interface Device {
  readonly id: number
  readonly empresa_id: number
}

/** What keys of agents begin with: no session's token and no program's key does. */
export const DEVICE_PREFIX = 'agente_'

/** SQL: is the agent `t` connected to some process? One that died leaves its mark, which is old soon. */
export const ALIVE: SQL = sql`exists (select 1 from agente a where a.id = t.id and a.conexao is not null
  and a."dhVisto" > now() - ${sql.raw(`interval '${GONE_S} seconds'`)})`

/** Whose a device key is; undefined where it is nobody's, or no longer. */
export async function deviceOf(db: Database, token: string | undefined): Promise<Device | undefined> {
  if (!token?.startsWith(DEVICE_PREFIX)) return undefined
  const [row] = await rowsOf(
    { db },
    sql`select id, empresa_id from agente where chave_hash = ${hashToken(token)} and "dhRevogacao" is null`,
  )
  return row && { id: Number(row.id), empresa_id: Number(row.empresa_id) }
}

/** Is this agent connected now? */
export async function isAlive(db: Database, id: number): Promise<boolean> {
  const [row] = await rowsOf({ db }, sql`select ${ALIVE} as vivo from agente t where t.id = ${id}`)
  return row?.vivo === true
}

/** Is its key still good? */
export async function isPaired(db: Database, id: number): Promise<boolean> {
  const rows = await rowsOf({ db }, sql`select 1 from agente where id = ${id} and "dhRevogacao" is null`)
  return rows.length > 0
}

/** The agent is at this connection from now on; answers its name, or undefined where it was revoked. */
export async function arrive(db: Database, id: number, conexao: string): Promise<string | undefined> {
  const [row] = await rowsOf(
    { db },
    sql`update agente set conexao = ${conexao}, "dhVisto" = now() where id = ${id} and "dhRevogacao" is null returning nome`,
  )
  return row && String(row.nome)
}

/** It gave a sign of life at this connection. False where the connection is not its any more. */
export async function seen(db: Database, id: number, conexao: string): Promise<boolean> {
  const rows = await rowsOf(
    { db },
    sql`update agente set "dhVisto" = now() where id = ${id} and conexao = ${conexao} and "dhRevogacao" is null returning id`,
  )
  return rows.length > 0
}

/** It left these connections; answers which agents were there until now. */
export async function depart(db: Database, conexoes: readonly string[]): Promise<readonly number[]> {
  const rows = await rowsOf(
    { db },
    sql`update agente set conexao = null where conexao in (select jsonb_array_elements_text(${JSON.stringify(conexoes)}::jsonb)) returning id`,
  )
  return rows.map((row) => Number(row.id))
}

/** Keeps what an agent says of itself. */
export async function describe(db: Database, id: number, { programa, sistema, maquina, balancas, impressoras }: Hello) {
  await db.execute(
    sql`update agente set programa = ${programa}, sistema = ${sistema}, maquina = ${maquina}, "dhVisto" = now(),
          balancas = ${JSON.stringify(balancas)}::jsonb, impressoras = ${JSON.stringify(impressoras)}::jsonb where id = ${id}`,
  )
}
