import { randomInt } from 'node:crypto'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { CODE_LENGTH, CODE_LETTERS, CODE_S } from '../../../core/agent'
import { SYSTEM } from '../../db/pool'
import { parseInput } from '../../platform/action'
import type { App, Services } from '../../platform/app'
import { jsonBody } from '../../platform/body'
import { tellChanged } from '../../platform/changed'
import { rowsOf } from '../../platform/context'
import { ApiError } from '../../platform/errors'
import { shortText } from '../../platform/inputs'
import type { Database } from '../../platform/locks'
import { hashToken, newToken } from '../../platform/session'
import { originOf } from '../address'
import { slowTurn } from '../limits'
import { agente } from './agente'
import { DEVICE_PREFIX } from './presence'

/** How a PC that nobody knows comes by its key: it shows a code, a person who may pair types it, and the key is fetched once. */

const ASKING = { free: 10, most: 60 } as const
/** Guesses at what a code is waited for with; who waits for its own is not slowed. */
const GUESSING = { free: 10, most: 30 } as const
/** Codes that are open at once: beyond that somebody plays. */
const MOST_OPEN = 500

const asked = v.object({ maquina: shortText(100), sistema: shortText(100), programa: shortText(40) })
const waiting = v.object({ segredo: v.pipe(v.string(), v.regex(/^[\w-]{43}$/, 'Segredo inválido.')) })

/** SQL: is the pairing `p` still good? */
const GOOD = sql`p.criado_em > now() - ${sql.raw(`interval '${CODE_S} seconds'`)}`

const newCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('')

/** `POST /api/agente/pareamento` gives a code and the secret that its key is fetched with, `POST …/chave` the key, once. Both without a session. */
export function mountPairing(app: App, services: Services): void {
  const { pool } = services
  app.post('/api/agente/pareamento', async (c) => {
    const { maquina, sistema, programa } = parseInput(asked, await jsonBody(c))
    const { address, network } = originOf(c, services)
    await pool.transaction(SYSTEM, (db) => slowTurn(db, `pareamento:${network}`, ASKING))
    const segredo = newToken()
    const codigo = await pool.transaction(SYSTEM, (db) =>
      openPairing(db, { segredo_hash: hashToken(segredo), maquina, sistema, programa, endereco: address }),
    )
    return c.json({ codigo, segredo, segundos: CODE_S }, 201)
  })
  app.post('/api/agente/pareamento/chave', async (c) => {
    const { segredo } = parseInput(waiting, await jsonBody(c))
    const found = await pool.transaction(SYSTEM, (db) => fetchKey(db, hashToken(segredo)))
    if (found === 'waits') return c.json({ situacao: 'aguarda' }, 202)
    if (found) return c.json({ situacao: 'pareado', ...found })
    await pool.transaction(SYSTEM, (db) => slowTurn(db, `pareamento-chave:${originOf(c, services).network}`, GUESSING))
    throw new ApiError(404, 'pairing_over', 'Este código não vale mais: peça outro.')
  })
}

async function openPairing(db: Database, row: Readonly<Record<string, string>>): Promise<string> {
  await db.execute(sql`delete from agente_pareamento p where not ${GOOD}`)
  const [open] = await rowsOf({ db }, sql`select count(*)::int as n from agente_pareamento`)
  if (Number(open?.n) >= MOST_OPEN)
    throw new ApiError(429, 'too_many_requests', 'Há pareamentos demais em aberto. Aguarde alguns minutos.')
  for (;;) {
    const [made] = await rowsOf(
      { db },
      sql`insert into agente_pareamento (codigo, segredo_hash, maquina, sistema, programa, endereco)
          values (${newCode()}, ${row.segredo_hash}, ${row.maquina}, ${row.sistema}, ${row.programa}, ${row.endereco})
          on conflict (codigo) do nothing returning codigo`,
    )
    if (made) return String(made.codigo)
  }
}

/** The key of an agent whose code was typed, made now and kept as a digest: whoever loses this answer pairs again. */
async function fetchKey(
  db: Database,
  segredo: string,
): Promise<'waits' | { agente_id: number; nome: string; chave: string } | undefined> {
  const [pairing] = await rowsOf(
    { db },
    sql`select p.id, p.agente_id from agente_pareamento p where p.segredo_hash = ${segredo} and ${GOOD} for update`,
  )
  if (!pairing) return undefined
  if (pairing.agente_id === null) return 'waits'
  const chave = `${DEVICE_PREFIX}${newToken()}`
  const [row] = await rowsOf(
    { db },
    sql`update agente set chave_hash = ${hashToken(chave)} where id = ${pairing.agente_id} and "dhRevogacao" is null returning id, nome`,
  )
  await db.execute(sql`delete from agente_pareamento where id = ${pairing.id}`)
  if (!row) return undefined
  await tellChanged(db, agente, Number(row.id))
  return { agente_id: Number(row.id), nome: String(row.nome), chave }
}

/** What a machine said of itself with this code, which is good and was not typed before; locked. Undefined for no such code. */
export async function pairingBy(db: Database, codigo: string): Promise<Record<string, unknown> | undefined> {
  const [row] = await rowsOf(
    { db },
    sql`select p.id, p.maquina, p.sistema, p.programa, p.endereco from agente_pareamento p
        where p.codigo = ${codigo} and p.agente_id is null and ${GOOD} for update`,
  )
  return row
}

/** The code is used: what waits with its secret gets the key of this agent. */
export async function usePairing(db: Database, id: unknown, agenteId: number): Promise<void> {
  await db.execute(sql`update agente_pareamento set agente_id = ${agenteId} where id = ${id}`)
}
