import { sql } from 'drizzle-orm'
import { messageOf } from '../../../core/errors'
import { SYSTEM } from '../../db/pool'
import { clockOf, type Services } from '../app'
import { log } from '../log'
import { tellSlow } from './slow'
import { type Tally, untold } from './tally'

const EVERY_MS = 60_000

/** Tells the database each minute what this server has counted, and which statements were slow. */
export function startMeasures(services: Pick<Services, 'pool' | 'clock'>): { stop(): Promise<void> } {
  const tell = (): Promise<void> =>
    tellMeasures(services).catch((error: unknown) =>
      log.warn('As medidas não puderam ser gravadas: {error}', { error: messageOf(error) }),
    )
  const timer = setInterval(() => void tell(), EVERY_MS)
  return {
    stop: async () => {
      clearInterval(timer)
      await tell()
    },
  }
}

/** Tells what this server knows and the database does not. What cannot be told now is told the next time. */
export async function tellMeasures(services: Pick<Services, 'pool' | 'clock'>): Promise<void> {
  await tellCalls(services)
  await tellSlow(services)
}

/** Adds what this server has counted to what all have, by the hour. */
async function tellCalls({ pool, clock }: Pick<Services, 'pool' | 'clock'>): Promise<void> {
  const tallies = untold.take()
  if (tallies.length === 0) return
  try {
    await pool.transaction(SYSTEM, async (db) => void (await db.execute(added(tallies, clockOf({ clock }).now()))))
  } catch (error) {
    untold.merge(tallies)
    throw error
  }
}

/** Servers add in one order, so that none waits for another that waits for it. */
const added = (tallies: readonly Tally[], now: string) => sql`
  insert into medida_chamada as m (hora, recurso, verbo, chamadas, recusadas, falhas, segundos, segundos_banco, comandos, faixas)
  select date_trunc('hour', ${now}::timestamptz), recurso, verbo, chamadas, recusadas, falhas, segundos, segundos_banco, comandos, faixas
  from jsonb_to_recordset(${JSON.stringify(tallies.map(rowOf))}::jsonb) as w (recurso text, verbo text, chamadas bigint, recusadas bigint, falhas bigint,
    segundos float8, segundos_banco float8, comandos bigint, faixas bigint[])
  order by recurso, verbo
  on conflict (hora, recurso, verbo) do update set chamadas = m.chamadas + excluded.chamadas, recusadas = m.recusadas + excluded.recusadas,
    falhas = m.falhas + excluded.falhas, segundos = m.segundos + excluded.segundos, segundos_banco = m.segundos_banco + excluded.segundos_banco,
    comandos = m.comandos + excluded.comandos,
    faixas = (select array_agg(coalesce(a, 0) + coalesce(b, 0) order by i) from unnest(m.faixas, excluded.faixas) with ordinality u (a, b, i))`

function rowOf({ recurso, verbo, answers, seconds, databaseSeconds, statements, slots }: Tally) {
  return {
    recurso,
    verbo,
    chamadas: slots.reduce((sum, count) => sum + count, 0),
    recusadas: answers['4'] ?? 0,
    falhas: answers['5'] ?? 0,
    segundos: seconds,
    segundos_banco: databaseSeconds,
    comandos: statements,
    faixas: slots,
  }
}
