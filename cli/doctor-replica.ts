import { Replica, replicaFault, secondsOf } from '../http/db/replica'
import type { Looked } from '../http/db/connect'
import type { Settings } from '../http/settings'
import type { Finding } from './finding'

/** The replica that long reads go to, where DATABASE_READ_URL names one: is it one, of this database, in time, and may a report take longer than a moment there? Only looks. */
export async function replicaFindings(
  { pool }: Pick<Looked, 'pool'>,
  { databaseReadUrl }: Pick<Settings, 'databaseReadUrl'>,
): Promise<Finding[]> {
  if (databaseReadUrl === undefined) return []
  const name = 'réplica de leitura'
  const replica = new Replica(databaseReadUrl, pool, { max: 1 })
  try {
    await replica.look()
    const detail = replicaFault(replica.standing)
    const mend = 'Confira DATABASE_READ_URL, o PostgreSQL da réplica e a rede entre os dois.'
    if (detail !== undefined) return [{ name, state: 'falha', detail, mend }]
    const [row] = await replica.pool.probe(`select current_setting('hot_standby_feedback') as feedback`)
    const late = `${secondsOf(replica.standing.lagMs)} atrás`
    if (row?.feedback === 'on') return [{ name, state: 'ok', detail: late }]
    return [
      {
        name,
        state: 'atenção',
        detail: `${late}; hot_standby_feedback desligado: relatórios longos são interrompidos nela e recomeçam no principal`,
        mend: 'Na réplica: alter system set hot_standby_feedback = on; select pg_reload_conf();',
      },
    ]
  } finally {
    await replica.stop()
  }
}
