import { sql } from 'drizzle-orm'
import { type Context, type Services, withCtx } from './app'
import type { Ctx } from './context'
import { afterAudit, type AuditEntry } from './engine/audit'
import type { Row } from './resource'

/**
 * Trials: any change may be asked what it would do (`?simula=1`). It runs in its transaction as always, its effects are told, and the transaction is
 * rolled back. What leaves this machine leaves after a commit, so nothing of a trial does.
 */

/** Rows that were added to a ledger. */
interface Posted {
  readonly ledger: string
  readonly empresa_id: number
  readonly rows: readonly Row[]
}

/** What would be said to others: by which way, what about, to whom where that is known. */
interface Message {
  readonly meio: string
  readonly assunto: string
  readonly para: string
}

/** What was done so far in a trial. Whoever writes adds to it. */
export interface Trial {
  readonly posted: Posted[]
  readonly changes: AuditEntry[]
  readonly messages: Message[]
  /** What verbs tell by themselves, where neither ledgers nor documents do. */
  readonly notes: Effect[]
}

/** One thing that would be done: in words, and its figures. */
export interface Effect {
  readonly frase: string
  readonly [figure: string]: unknown
}

/** By kind: stock, titles, documents, messages. */
export type Effects = Readonly<Record<string, readonly Effect[]>>

type Teller = (ctx: Ctx, trial: Trial) => Promise<Effects>
let tell: Teller | undefined

/** Says how effects are told; documents and ledgers know, the platform does not. Called once, when the server is put together. */
export function tellsTrials(teller: Teller): void {
  tell = teller
  afterAudit(async (ctx, entries) => {
    trialOf(ctx)?.changes.push(...entries)
  })
}

/** The trials that run now, by their transaction. */
const running = new WeakMap<Ctx['db'], Trial>()

/** Where what is done is written down, when it is only tried. */
export const trialOf = (ctx: Pick<Ctx, 'db'>): Trial | undefined => running.get(ctx.db)

/** Carries what was told out of the transaction that it ends. */
class RolledBack extends Error {
  constructor(readonly effects: Effects) {
    super('A trial ends without a trace.')
  }
}

/** Runs work for the caller, tells its effects and undoes it. Throws what the work itself refuses. */
export async function tryOut(
  services: Services,
  c: Context,
  work: (ctx: Ctx) => Promise<object>,
): Promise<{ readonly simulado: true; readonly efeitos: Effects }> {
  try {
    await withCtx(services, c, 'trial', async (ctx) => {
      const trial: Trial = { posted: [], changes: [], messages: [], notes: [] }
      running.set(ctx.db, trial)
      await work(ctx)
      // What a commit would refuse, a trial refuses.
      await ctx.db.execute(sql`set constraints all immediate`)
      throw new RolledBack((await tell?.(ctx, trial)) ?? {})
    })
  } catch (error) {
    if (error instanceof RolledBack) return { simulado: true, efeitos: error.effects }
    throw error
  }
  throw new Error('A trial was committed.')
}
