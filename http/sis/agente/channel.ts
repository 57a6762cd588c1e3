import { sql } from 'drizzle-orm'
import type { Pool } from '../../db/pool'
import { SYSTEM } from '../../db/pool'
import type { Database } from '../../platform/locks'

/** How a call that one server process got reaches an agent that is connected to another: by NOTIFY, to it and back. */

/** What goes to the process that has the agent: a message for it, or what is to become of its sockets. */
const CHANNEL = 'prumo_agente'
const ANSWERS = 'prumo_agente_resposta'

/** A word to whichever process has this agent. */
export type ToAgent =
  | { readonly agente: number; readonly tipo: 'ha' }
  | { readonly agente: number; readonly tipo: 'revogado' }
  | { readonly agente: number; readonly tipo: 'substitui'; readonly conexao: string }
  | {
      readonly agente: number
      readonly tipo: 'pesa'
      readonly pergunta: string
      readonly balanca: string | null
      readonly limiteMs: number
    }
  | { readonly agente: number; readonly tipo: 'cancela'; readonly pergunta: string; readonly trabalho: string }

/** What an agent answered to a question, as its process passes it on. */
interface Answered {
  readonly pergunta: string
  readonly peso?: string | undefined
  readonly status?: 400 | 404 | 503 | undefined
  readonly motivo?: string | undefined
  readonly situacao?: string | undefined
}

/** Says it once the transaction commits. */
export async function tellAgent(db: Database, told: ToAgent): Promise<void> {
  await db.execute(sql`select pg_notify(${CHANNEL}, ${JSON.stringify(told)})`)
}

export async function passOn(db: Database, answer: Answered): Promise<void> {
  await db.execute(sql`select pg_notify(${ANSWERS}, ${JSON.stringify(answer)})`)
}

/** Calls back with every word to an agent, whichever process said it. */
export function listenForAgents(pool: Pool, hear: (told: ToAgent) => void): Promise<() => Promise<void>> {
  // Only our own processes speak on this channel: the owner of the database alone could say otherwise.
  return pool.listen(CHANNEL, (payload) => hear(JSON.parse(payload)))
}

/** A question without its number, which is given here. */
type Question =
  | { readonly agente: number; readonly tipo: 'pesa'; readonly balanca: string | null; readonly limiteMs: number }
  | { readonly agente: number; readonly tipo: 'cancela'; readonly trabalho: string }

/** Asks an agent, wherever it is connected; undefined where nothing came back within `limitMs`. */
export async function askAgent(pool: Pool, question: Question, limitMs: number): Promise<Answered | undefined> {
  const pergunta = crypto.randomUUID()
  const { promise, resolve } = Promise.withResolvers<Answered | undefined>()
  const timer = setTimeout(() => resolve(undefined), limitMs)
  const unlisten = await pool.listen(ANSWERS, (payload) => {
    const answer: Answered = JSON.parse(payload)
    if (answer.pergunta === pergunta) resolve(answer)
  })
  try {
    await pool.read(SYSTEM, (db) => tellAgent(db, { ...question, pergunta }))
    return await promise
  } finally {
    clearTimeout(timer)
    await unlisten()
  }
}
