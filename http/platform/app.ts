import { type Context as HonoContext, Hono } from 'hono'
import { TIME_ZONE } from '../../core/br/time-zone'
import type { Pool } from '../db/pool'
import type { Reads, Replica } from '../db/replica'
import type { Watched } from '../db/watch'
import type { Actor, Clock, Ctx, MailSettings, Outside } from './context'
import { systemClock } from './context'
import { errorAnswer } from './error-answer'
import { ApiError, badRequest, forbidden, unauthenticated } from './errors'
import { addressWithout, sessionOfLink } from './link'
import { readId } from './parse'
import { changedRights, type Sessions } from './session'
import { Shares } from './shares'
import { tokensOf } from './token'
import { Vault } from './vault'

/** What a server is made of; tests and the terminal build the same. */
export interface Services {
  readonly pool: Pool
  /** A copy of the database that long reads go to, where there is one. */
  readonly replica?: Replica | undefined
  readonly sessions: Sessions
  readonly secret: string
  /** Earlier values of `secret`: what they sealed can still be opened. */
  readonly olderSecrets?: readonly string[]
  /** What every context's clock is; the machine's own unless a test moves the day. */
  readonly clock?: Clock
  /** Where an embedded database lies and how it is started again; a database of one's own is only watched. */
  readonly watched?: Pick<Watched, 'dataDir' | 'revive'>
  readonly publicUrl: string | undefined
  /** Proxies whose word is taken for where a call comes from (`X-Forwarded-For`): addresses and networks. */
  readonly trustedProxies?: readonly string[]
  readonly smtpUrl?: string | undefined
  /** Addresses of the services that postcodes and companies are looked up at. */
  readonly cepUrl?: string | undefined
  readonly cnpjUrl?: string | undefined
  readonly whatsappUrl?: string | undefined
  readonly whatsappKey?: string | undefined
  readonly allowPrivate?: boolean
  readonly vroomUrl?: string | undefined
  readonly osrmUrl?: string | undefined
  readonly geocoderUrl?: string | undefined
  readonly tilesUrl?: string | undefined
  readonly tilesCredit?: string | undefined
  /** What answers instead of the tax authorities, a PEM file of further authorities of certificates, and the folder of their schemas. */
  readonly sefazUrl?: string | undefined
  readonly sefazCa?: string | undefined
  /** What answers instead of the national system of services (NFS-e). */
  readonly nfseUrl?: string | undefined
  readonly schemasDir?: string | undefined
  /** Folder beneath which files for banks' programs are put. */
  readonly bankFolder?: string | undefined
  /** Folder of the built programs of agents; the project's own where nothing is said. */
  readonly agentsDir?: string | undefined
  /** Aborted when this server is about to stop. */
  readonly ending?: AbortSignal
}

export interface Env {
  Variables: { actor: Actor; requestId: string; byCookie: boolean }
}

export type App = Hono<Env>
export type Context = HonoContext<Env>

const DATA_POLICY = "default-src 'none'; frame-ancestors 'self'"

/** The application's frame: request ids, safe headers, one error shape, limits. */
export function createApp({ publicUrl }: Pick<Services, 'publicUrl'>): App {
  const secure = publicUrl?.startsWith('https:') ?? false
  const app = new Hono<Env>()
  app.use(async (c, next) => {
    c.set('requestId', crypto.randomUUID())
    if (c.req.url.includes('%00')) throw badRequest('O endereço da chamada não é válido.')
    await next()
    c.header('X-Request-Id', c.get('requestId'))
    c.header('X-Content-Type-Options', 'nosniff')
    c.header('Referrer-Policy', 'same-origin')
    c.header('X-Frame-Options', 'SAMEORIGIN')
    c.header('Cross-Origin-Opener-Policy', 'same-origin')
    c.header('Cross-Origin-Resource-Policy', 'same-origin')
    if (secure) c.header('Strict-Transport-Security', 'max-age=31536000')
    // Data is run by nobody and kept by no cache; what is a page, or may be kept, says so itself.
    if (!c.res.headers.has('Content-Security-Policy')) c.header('Content-Security-Policy', DATA_POLICY)
    if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store')
  })
  app.onError((error, c) =>
    errorAnswer(error, { method: c.req.method, path: c.req.path, requestId: c.get('requestId') }),
  )
  return app
}

/** Refuses with 401 unless the call belongs to a session; remembers whose, and lets it in when its company's turn has come. */
export function requireSession(services: Services) {
  const shares = new Shares()
  return async (c: Context, next: () => Promise<void>) => {
    const { bearer, cookie } = tokensOf(c.req.raw.headers)
    const token = bearer ?? cookie
    const actor = token === undefined ? await byLink(services, c) : await bySession(services, c, token)
    const isOwn = /^\/api\/(?:sessao|logout)(?:\/|$)/.test(c.req.path)
    if (actor.lacks_factor && !isOwn)
      throw new ApiError(403, 'second_factor_setup', 'Sua função exige o segundo fator: ative o seu para continuar.')
    c.set('actor', inCompany(actor, c.req.header('X-Empresa'), OF_THE_SESSION.has(c.req.path)))
    c.set('byCookie', bearer === undefined)
    const leave = await shares.enter(c.get('actor').empresa_id)
    try {
      await next()
    } finally {
      leave()
    }
  }
}

async function bySession({ sessions }: Services, c: Context, token: string): Promise<Actor> {
  try {
    return await sessions.actorOf(token)
  } catch (error) {
    const ended = error instanceof ApiError && error.status === 419
    throw ended && c.req.method !== 'PUT' ? unauthenticated() : error
  }
}

/** Whoever made the link that is called (`?token=`), to read what it was made for and nothing else. */
async function byLink({ sessions, secret }: Services, c: Context): Promise<Actor> {
  const token = c.req.method === 'GET' ? c.req.query('token') : undefined
  const id = token && sessionOfLink(secret, token, addressWithout(c.req.url), Date.now())
  const actor = id ? (await sessions.alive([id])).get(id) : undefined
  if (!actor) throw unauthenticated()
  return actor
}

/** What a tab asks to find out which companies there are for it, whichever it thought it was in. */
const OF_THE_SESSION: ReadonlySet<string> = new Set(['/api/sessao', '/api/sessao/listas', '/api/logout'])

/** The caller in the company that the call names. Throws 403 `not_your_company` for one that is not theirs: what they write would be another's. */
function inCompany(actor: Actor, named: string | undefined, lenient: boolean): Actor {
  if (named === undefined || named === '') return actor
  const empresa_id = readId(named)
  if (empresa_id !== undefined && actor.empresas.includes(empresa_id)) return sameIn(actor, empresa_id)
  if (lenient) return actor
  throw new ApiError(403, 'not_your_company', 'Você não tem acesso à empresa em que esta aba está. Escolha outra.')
}

const chosen = new WeakMap<Actor, Map<number, Actor>>()

/** A caller in one of their companies: the same object for as long as the session is remembered, so that what is remembered of a caller is found again. */
function sameIn(actor: Actor, empresa_id: number): Actor {
  const all = chosen.get(actor) ?? new Map<number, Actor>()
  chosen.set(actor, all)
  const one = all.get(empresa_id) ?? { ...actor, empresa_id, one_company: true }
  all.set(empresa_id, one)
  return one
}

/** A call that changes something and authenticates by cookie must come from our own page: another site cannot set this header. */
export function assertXhr(c: Context): void {
  if (c.get('byCookie') && c.req.header('X-Requested-With') !== 'XMLHttpRequest')
    throw forbidden('Chamada recusada: falta o cabeçalho X-Requested-With.')
}

const YES = new Set(['1', 'true'])

/** Does a call only ask what it would do (`?simula=1`)? */
export const isTrial = (c: Context): boolean => YES.has(c.req.query('simula') ?? '')

/** Refuses what cannot be tried without being done. Throws 400 `no_trial`. */
export function assertNoTrial(c: Context): void {
  if (isTrial(c)) throw badRequest('Esta chamada não pode ser simulada.', 'no_trial')
}

/**
 * How a call works: `write` in one transaction, as does `trial`, which is then undone; `read` on a plain connection. What may take long is a `survey`, read where long
 * reads are (`longReads`), or a `snapshot`, there and all of it as it stood at one moment.
 */
export type Mode = 'read' | 'survey' | 'snapshot' | 'write' | 'trial'

/** Where long reads are: at the replica while it has all that was written, else where everything is. */
export const longReads = ({ pool, replica }: Pick<Services, 'pool' | 'replica'>): Reads => replica?.beside(pool) ?? pool

function runOf(services: Services, mode: Mode): Pool['read'] {
  const { pool } = services
  if (mode === 'read') return pool.read.bind(pool)
  if (mode === 'write' || mode === 'trial') return pool.transaction.bind(pool)
  const long = longReads(services)
  return mode === 'survey' ? long.read.bind(long) : long.snapshot.bind(long)
}

/**
 * Runs work for the caller. A call that asks to be tried is never answered by doing it: throws 400 `no_trial` where it was not taken for a trial. What only reads may be begun
 * anew, where its connection is lost.
 */
export async function withCtx<T>(
  services: Services,
  c: Context,
  mode: Mode,
  work: (ctx: Ctx) => Promise<T>,
): Promise<T> {
  if (mode === 'write') assertNoTrial(c)
  const actor = c.get('actor')
  const context = { empresas: actor.empresas, timeZone: TIME_ZONE, user: actor.id }
  const { signal } = c.req.raw
  const run = runOf(services, mode)
  const used: Ctx['db'][] = []
  const answer = await run(
    context,
    (db) => {
      used.push(db)
      return work({ ...ctxOf(services, db, actor), mail: mailSettings(services, c) })
    },
    signal,
  )
  // The announcement reaches this process too, but later than the answer: the caller's next call must already meet the new rights.
  if (used.some(changedRights)) services.sessions.forget()
  return answer
}

/** What a context is made of besides its connection: no session, no pool. */
export type Reach = Omit<Services, 'pool' | 'replica' | 'sessions' | 'watched'>

const SYSTEM_CLOCK = systemClock(TIME_ZONE)

/** The clock of a server: for what the program does without a caller. */
export const clockOf = ({ clock }: Pick<Services, 'clock'>): Clock => clock ?? SYSTEM_CLOCK

/** What an operation of this person works with: one way for calls, jobs and the program itself, so that none lacks the clock or the vault. */
export function ctxOf(services: Reach, db: Ctx['db'], actor: Actor): Ctx {
  const { smtpUrl, publicUrl } = services
  const mail = { smtpUrl, publicUrl }
  return { db, actor, clock: clockOf(services), timeZone: TIME_ZONE, mail, outside: outside(services) }
}

const known = new WeakMap<Reach, Outside>()

/** What outside services need, made once for a server. */
export function outside(services: Reach): Outside {
  let vault: Vault | undefined
  const made = known.get(services) ?? {
    // What opens no secret needs no key, and makes none.
    get vault() {
      return (vault ??= new Vault(services.secret, services.olderSecrets))
    },
    whatsappUrl: services.whatsappUrl,
    whatsappKey: services.whatsappKey,
    allowPrivate: services.allowPrivate ?? false,
    schemasDir: services.schemasDir,
  }
  known.set(services, made)
  return made
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** How mails are sent. The request's own address serves for links on this machine alone: elsewhere its Host header could be anyone's. */
export function mailSettings(services: Services, c: Context): MailSettings {
  const { origin, hostname } = new URL(c.req.url)
  return { smtpUrl: services.smtpUrl, publicUrl: services.publicUrl ?? (LOOPBACK.has(hostname) ? origin : undefined) }
}

/** The context of the program itself: seeds, jobs and the terminal on its own database. */
export function systemCtx(services: Reach, db: Ctx['db'], empresas: readonly number[], empresa_id: number): Ctx {
  const actor: Actor = {
    id: 0,
    name: 'Prumo',
    email: '',
    roles: ['admin'],
    permissions: [],
    empresas,
    empresa_id,
    session_id: 0,
  }
  return ctxOf(services, db, actor)
}

/** Work of the program itself in one company, in a transaction that sees no other. */
export function withinCompany<T>(services: Services, empresa_id: number, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  return services.pool.transaction({ empresas: [empresa_id], timeZone: TIME_ZONE }, (db) =>
    work(systemCtx(services, db, [empresa_id], empresa_id)),
  )
}
