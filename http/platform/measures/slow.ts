import { sql } from 'drizzle-orm'
import { serverNumber } from '../../../core/settings/server'
import { type Db, SYSTEM } from '../../db/pool'
import { listen, type Statement } from '../../db/work'
import { serverSettingsOf } from '../../sis/configuracao'
import { clockOf, type Services } from '../app'
import { log } from '../log'

/** Slow statements that wait to be kept; more than these in a minute are only told in the log. */
const MOST_WAITING = 200
/** The last so many are kept. */
const KEPT = 1_000
const LONGEST_TEXT = 4_000
const NOBODY = { recurso: 'servidor', verbo: 'interno' }

interface Slow {
  readonly recurso: string
  readonly verbo: string
  readonly ms: number
  readonly texto: string
}

let boundMs = serverNumber({}, 'CONSULTA_LENTA_MS')
let waiting: Slow[] = []

/** From now on statements that take longer than the bound are told in the log, and kept. */
export function watchStatements(): void {
  listen({ statement: note })
}

/** The text alone is told: values are sent beside it. */
function note({ text, ms, work }: Statement): void {
  if (boundMs === 0 || ms < boundMs) return
  const { recurso, verbo } = work?.name() ?? NOBODY
  const slow = { recurso, verbo, ms: Math.round(ms), texto: text.replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_TEXT) }
  log.warn('Consulta lenta ({ms} ms), em {recurso} {verbo}: {texto}', { ...slow })
  if (waiting.length < MOST_WAITING) waiting.push(slow)
}

/** Keeps the slow statements of this server with those of all, and reads anew what is slow. */
export async function tellSlow({ pool, clock }: Pick<Services, 'pool' | 'clock'>): Promise<void> {
  boundMs = serverNumber(await pool.read(SYSTEM, (db) => serverSettingsOf({ db })), 'CONSULTA_LENTA_MS')
  const taken = waiting
  if (taken.length === 0) return
  waiting = []
  try {
    await pool.transaction(SYSTEM, (db) => keep(db, taken, clockOf({ clock }).now()))
  } catch (error) {
    waiting = [...taken, ...waiting].slice(0, MOST_WAITING)
    throw error
  }
}

async function keep(db: Db, taken: readonly Slow[], now: string): Promise<void> {
  await db.execute(
    sql`insert into consulta_lenta (dh, recurso, verbo, ms, texto)
        select ${now}, recurso, verbo, ms, texto from jsonb_to_recordset(${JSON.stringify(taken)}::jsonb) as w (recurso text, verbo text, ms int, texto text)`,
  )
  await db.execute(sql`delete from consulta_lenta where id <= (select max(id) from consulta_lenta) - ${KEPT}`)
}
