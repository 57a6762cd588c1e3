import type { Ctx } from '../platform/context'
import { insertRows } from '../platform/engine/write'
import type { Resource, Row } from '../platform/resource'
import { type Effect, type Trial, trialOf } from '../platform/trial'
import type { Lancamento } from './lancamento'

/** Writes what a step does in one ledger, under the step's number. */
export type Posting<T = void> = (ctx: Ctx, entry: Lancamento) => Promise<T>

/** A stored sum of a ledger's rows. */
interface Balance {
  /** What people call it when it is wrong. */
  readonly rule: string
  readonly table: Resource
  /** Which rows make which balance: column of the ledger → column of the balance. */
  readonly of: Readonly<Record<string, string>>
  /** Column of the balance → the ledger's column that it is the sum of. */
  readonly sums: Readonly<Record<string, string>>
}

/** May goods leave that are not there? */
export interface Undoing {
  readonly allowNegative: boolean
  /** The day that the opposite rows of money bear; today where it is not told. */
  readonly dMovimento?: string | undefined
}

/** A ledger as the rest of the room sees it. */
export interface Booked {
  readonly name: string
  /** Its rows; they bear `lancamento_id` and are added, never changed. */
  readonly rows: Resource
  readonly balances: readonly Balance[]
  /** Columns that come to nothing, all rows of a step together, once it is undone. */
  readonly comesToNothing: readonly string[]
  /** SQL over a row `m`: those that say what a document said. Others are the ledger's own, beside them. All where it is not told. */
  readonly ofDocument?: string
  /** More that has to hold: a rule, and SQL that counts the rows that break it. */
  readonly proofs: Readonly<Record<string, string>>
  /** What rows would do, in words and figures. They have been added. */
  readonly tell: (ctx: Ctx, posted: Trial['posted']) => Promise<readonly Effect[]>
  /** Adds the opposite of what a step did, under its number. */
  readonly undo: (ctx: Ctx, entry: Lancamento, how: Undoing) => Promise<void>
}

interface Options<K, L, A> extends Booked {
  /** Holds the balances that some rows will move, always in the same order, and tells how they stand. */
  readonly lock: (ctx: Ctx, entry: Lancamento, keys: K) => Promise<L>
  /** The day of rows that bear one (`dMovimento`) where they do not say it, and whether rows may be added on these days: throws where not. */
  readonly dated?: (ctx: Ctx, entry: Lancamento, days: readonly string[]) => Promise<void>
  /** Moves the balances by the rows that were added, which `stored` has as they are now. */
  readonly add: (ctx: Ctx, rows: readonly Row[], locked: L, stored: readonly Row[]) => Promise<A>
}

/** A ledger, and the one way to write in it. */
export interface Ledger<K, L, A> extends Booked {
  /** Locks, lets `made` say the rows by what is locked, adds them under the step's number and moves the balances. Answers what `add` tells. */
  readonly post: (
    ctx: Ctx,
    entry: Lancamento,
    keys: K,
    made: (locked: L) => readonly Row[] | Promise<readonly Row[]>,
  ) => Promise<A>
}

/** Describes a ledger: how it locks, adds, undoes and is proved. The rows get their number, company and author here, whoever posts. */
export function ledger<K, L, A>({ lock, add, dated, ...booked }: Options<K, L, A>): Ledger<K, L, A> {
  return {
    ...booked,
    post: async (ctx, entry, keys, made) => {
      const locked = await lock(ctx, entry, keys)
      const said = await made(locked)
      const signed = { empresa_id: entry.empresa_id, lancamento_id: entry.id, user_id: ctx.actor.id || null }
      const today = dated ? { dMovimento: ctx.clock.today() } : {}
      const rows = said.map((row) => ({ ...today, ...row, ...signed }))
      if (dated && rows.length > 0) await dated(ctx, entry, [...new Set(rows.map((row) => String(row.dMovimento)))])
      const stored = await insertRows(ctx, booked.rows, rows)
      trialOf(ctx)?.posted.push({ ledger: booked.name, empresa_id: entry.empresa_id, rows })
      return add(ctx, rows, locked, stored)
    },
  }
}
