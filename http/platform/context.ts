import type { SQL } from 'drizzle-orm'
import type { Db } from '../db/pool'
import type { Vault } from './vault'

/** The signed-in user of a request, with what the rights need. */
export interface Actor {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly roles: readonly string[]
  readonly permissions: readonly string[]
  /** Companies the user belongs to. */
  readonly empresas: readonly number[]
  /** The company chosen in the shell: new documents are its. */
  readonly empresa_id: number
  /** True when the call itself names the company (X-Empresa): then lists hold its records alone. */
  readonly one_company?: boolean
  /** Less than 0 for a program's key, 0 for the program itself. */
  readonly session_id: number
  /** A role demands a second factor that the user has not set up: nothing is done before that. */
  readonly lacks_factor?: boolean
}

/** The clock, passed in so that rules and tests can choose the time. */
export interface Clock {
  /** The instant, ISO 8601 in UTC. */
  now(): string
  /** Today in the company's time zone, YYYY-MM-DD. */
  today(): string
}

/** What an operation works with: one connection (in a transaction for writes), one caller, one clock. */
export interface Ctx {
  readonly db: Db
  readonly actor: Actor
  readonly clock: Clock
  readonly timeZone: string
  readonly mail: MailSettings
  readonly outside: Outside
}

/** What reaching outside services needs, and keeping their secrets. */
export interface Outside {
  readonly vault: Vault
  /** The WhatsApp service of this server, and the key it is asked with where a company has none of its own. */
  readonly whatsappUrl: string | undefined
  readonly whatsappKey: string | undefined
  /** Addresses of this machine and of its network may be called: for tests and closed networks. */
  readonly allowPrivate: boolean
  /** Folder of the official schemas of fiscal documents. */
  readonly schemasDir: string | undefined
}

/** What sending e-mail needs. */
export interface MailSettings {
  /** smtp:// or smtps:// address; without it every call that would send a mail answers 503. */
  readonly smtpUrl: string | undefined
  /** The address that people reach this server at, for the links in mails. */
  readonly publicUrl: string | undefined
}

/** Runs a query that has no typed builder and gives its rows as plain objects. */
export async function rowsOf(ctx: Pick<Ctx, 'db'>, query: SQL): Promise<Record<string, unknown>[]> {
  const result: unknown = await ctx.db.execute(query)
  return Array.isArray(result) ? result : []
}

/** Real time. `timeZone` is an IANA name. */
export function systemClock(timeZone: string): Clock {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
  return { now: () => new Date().toISOString(), today: () => day.format(new Date()) }
}
