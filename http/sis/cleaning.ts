import { type SQL, sql } from 'drizzle-orm'
import { type ServerNumber, serverNumber } from '../../core/settings/server'
import type { SettingValues } from '../../core/settings/settings'
import { type Pool, SYSTEM } from '../db/pool'
import { rowsOf } from '../platform/context'
import { backgroundJob } from '../platform/jobs/job'
import { serverSettingsOf } from './configuracao'

/** Rows that one statement deletes: nobody waits long for it. */
const BATCH = 5_000
/** Statements for each table in one run: what is left then waits for the next hour. */
const ROUNDS = 40

/** Rows `t` of a table that nobody reads any more. */
interface Old {
  readonly table: SQL
  readonly where: SQL
}

/**
 * What is kept, and how long where no setting says it: a use that is counted (a day), papers of agents, which hold names and addresses, and notices that were read (30 days; others a quarter), what became of each record of a task that did
 * the same to many, and with it the way to undo it, a quarter, accesses half a
 * year (Marco Civil, law 12.965/2014, art. 15). Of each user the newest session stays: it says that they have signed in.
 */
const OLD: readonly Old[] = [
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

/** What is kept as long as settings say: answers for calls that come again, mails that are over, and who was told of what. 0 keeps it. */
function oldBySettings(settings: SettingValues): readonly Old[] {
  const days = (name: ServerNumber, old: (since: SQL) => Old): readonly Old[] => {
    const kept = serverNumber(settings, name)
    return kept === 0 ? [] : [old(sql`now() - make_interval(days => ${kept})`)]
  }
  const hours = serverNumber(settings, 'GUARDA_RESPOSTAS_HORAS')
  return [
    { table: sql`idempotencia`, where: sql`t.dh < now() - make_interval(hours => ${hours})` },
    ...days('GUARDA_EMAILS_DIAS', (since) => ({
      table: sql`email`,
      where: sql`t.criado_em < ${since} and greatest(t."dhEnvio", t."dhErro") < ${since}
        and not exists (select 1 from troca q where q.recurso = 'email' and q.registro_id = t.id and q.status in ('na_fila', 'enviando', 'incerta', 'recebida'))`,
    })),
    ...days('GUARDA_AVISOS_DIAS', (since) => ({ table: sql`aviso_envio`, where: sql`t."dhEnvio" < ${since}` })),
  ]
}

/** Deletes a batch of the trail that is older than its setting says: the database itself holds the least that it is kept. False when none is left. */
async function deleteTrail(pool: Pool, days: number): Promise<boolean> {
  const [row] = await pool.transaction(SYSTEM, (db) =>
    rowsOf({ db }, sql`select prumo_limpa_auditoria(now() - make_interval(days => ${days}), ${BATCH}) as n`),
  )
  return Number(row?.n) === BATCH
}

/** Deletes one batch of old rows; false when none are left. */
async function deleteBatch(pool: Pool, { table, where }: Old): Promise<boolean> {
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
    const { pool } = services
    const settings = await pool.read(SYSTEM, (db) => serverSettingsOf({ db }))
    const trailDays = serverNumber(settings, 'GUARDA_HISTORICO_DIAS')
    const all = [...OLD, ...oldBySettings(settings)].map((one) => () => deleteBatch(pool, one))
    if (trailDays > 0) all.push(() => deleteTrail(pool, trailDays))
    for (const deleteSome of all)
      for (let round = 0; round < ROUNDS && !signal.aborted; round++) if (!(await deleteSome())) break
  },
  { schedule: '17 * * * *' },
)
