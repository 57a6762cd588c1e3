import { type SQL, sql } from 'drizzle-orm'
import { type Pool, SYSTEM } from '../db/pool'
import { rowsOf } from '../platform/context'
import { backgroundJob } from '../platform/jobs/job'

/** Rows that one statement deletes: nobody waits long for it. */
const BATCH = 5_000
/** Statements for each table in one run: what is left then waits for the next hour. */
const ROUNDS = 40

/**
 * What is kept, and how long: an answer for calls that come again (24 h), a use that is counted (a day), papers of agents, which hold names and addresses, and notices that were read (30 days; others a quarter), what became of each record of a task that did
 * the same to many, and with it the way to undo it, a quarter, accesses half a
 * year (Marco Civil, law 12.965/2014, art. 15). Of each user the newest session stays: it says that they have signed in.
 */
const OLD: readonly { readonly table: SQL; readonly where: SQL }[] = [
  { table: sql`idempotencia`, where: sql`t.dh < now() - interval '24 hours'` },
  { table: sql`limite_uso`, where: sql`t.dh < now() - interval '1 day'` },
  { table: sql`evento_seguranca`, where: sql`t.dh < now() - interval '730 days'` },
  { table: sql`agente_impressao`, where: sql`t.criado_em < now() - interval '30 days'` },
  {
    table: sql`aviso_usuario`,
    where: sql`t."dhLida" < now() - interval '30 days' or t."dhAviso" < now() - interval '90 days' or t.user_id is null`,
  },
  { table: sql`tarefa_registro`, where: sql`t.criado_em < now() - interval '90 days'` },
  { table: sql`alerta`, where: sql`t."dhFim" < now() - interval '180 days'` },
  { table: sql`medida_chamada`, where: sql`t.hora < now() - interval '8 days'` },
  { table: sql`medida_tabela`, where: sql`t.dia < current_date - 400` },
  { table: sql`tentativa_login`, where: sql`t.dh < now() - interval '190 days'` },
  {
    table: sql`sessao`,
    where: sql`t.usada_em < now() - interval '190 days' and exists (
      select 1 from sessao newer where newer.user_id = t.user_id and newer.id > t.id)`,
  },
]

/** Deletes one batch of old rows; false when none are left. */
async function deleteBatch(pool: Pool, { table, where }: (typeof OLD)[number]): Promise<boolean> {
  const [row] = await pool.transaction(SYSTEM, (db) =>
    rowsOf(
      { db },
      sql`with old as (delete from ${table} where ctid = any (array(
            select t.ctid from ${table} t where ${where} limit ${BATCH} for update skip locked)) returning 1)
          select count(*)::int as n from old`,
    ),
  )
  return Number(row?.n) === BATCH
}

/** Deletes what nobody reads any more. */
export const cleaning = backgroundJob(
  'sis.limpeza',
  async (_, { services, signal }) => {
    for (const one of OLD)
      for (let round = 0; round < ROUNDS && !signal.aborted; round++)
        if (!(await deleteBatch(services.pool, one))) break
  },
  { schedule: '17 * * * *' },
)
