import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { type Pool, SYSTEM } from '../db/pool'
import type { Actor } from './context'
import { rowsOf } from './context'
import { beginAttempt, endAttempt, type Origin } from './attempts'
import { ApiError, sessionEnded, unauthenticated } from './errors'
import type { Database } from './locks'

/** A session lives this long after its last use, and never longer than the second figure. */
const IDLE_HOURS = 12
const LIFE_DAYS = 30
const CACHE_MS = 10_000
const CACHE_SIZE = 5_000

export const COOKIE = 'prumo_session'
/** Stays in a browser after sign-out: with it, the failures of strangers do not slow its user. It opens nothing. */
export const DEVICE_COOKIE = 'prumo_device'
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')
export const newToken = (): string => randomBytes(32).toString('base64url')

export interface Credentials {
  readonly email: string
  readonly password: string
  readonly origin: Origin
}

/** Sessions: opaque tokens, stored hashed, shared by all server processes through the database. */
export class Sessions {
  readonly #known = new Map<string, { readonly actor: Actor; readonly until: number }>()

  constructor(readonly pool: Pool) {}

  /** Signs in, on a device that is then known (the digest of its token). Throws 401 `invalid_credentials` or `disabled_credentials`, 429 `too_many_requests` where attempts come too soon after failures. */
  async signIn({ email, password, origin }: Credentials, device?: string): Promise<{ token: string; actor: Actor }> {
    const user = await this.pool.transaction(SYSTEM, async (db) => {
      const [row] = await rowsOf(
        { db },
        sql`select id, password, ativo from "user" where lower(email) = lower(${email.slice(0, 200)})`,
      )
      return row
    })
    const attempt = await beginAttempt(this.pool, email, origin)
    const hash = typeof user?.password === 'string' ? user.password : DUMMY_HASH
    const right = (await Bun.password.verify(password, hash)) && user !== undefined && user.password !== null
    if (right) await endAttempt(this.pool, attempt, { userId: Number(user.id), ok: user.ativo === true })
    if (!right) throw new ApiError(401, 'invalid_credentials', 'Usuário ou senha inválidos')
    if (user.ativo !== true) throw new ApiError(401, 'disabled_credentials', 'Usuário inativo')
    return this.open(Number(user.id), device)
  }

  /** Opens a session for a user who has proven who they are, on the device of this digest. */
  async open(userId: number, device?: string): Promise<{ token: string; actor: Actor }> {
    const token = newToken()
    await this.pool.transaction(SYSTEM, async (db) => {
      await db.execute(
        sql`insert into sessao (token_hash, user_id, empresa_id, dispositivo) select ${hashToken(token)}, u.id, u.empresa_id, ${device ?? null} from "user" u where u.id = ${userId}`,
      )
    })
    return { token, actor: await this.actorOf(token) }
  }

  /** Who a token belongs to. Throws 401 when it is unknown, old or revoked. */
  async actorOf(token: string): Promise<Actor> {
    const hash = hashToken(token)
    const known = this.#known.get(hash)
    if (known && known.until > performance.now()) return known.actor
    const actor = await this.#load(hash)
    if (this.#known.size >= CACHE_SIZE) this.#known.clear()
    this.#known.set(hash, { actor, until: performance.now() + CACHE_MS })
    return actor
  }

  /** Of these sessions, the ones that still stand, each with its user as they stand now. Looking does not count as use. */
  async alive(ids: readonly number[]): Promise<ReadonlyMap<number, Actor>> {
    if (ids.length === 0) return new Map()
    const rows = await this.pool.read(SYSTEM, (db) => rowsOf({ db }, ALIVE_QUERY(ids)))
    return new Map(rows.map((row) => [Number(row.sessao_id), actorFrom(row)]))
  }

  /** Forgets what is remembered of rights and sessions: called when any process says that they changed. */
  forget(): void {
    this.#known.clear()
  }

  /** Ends a session, whoever holds its token. */
  async end(id: number): Promise<void> {
    await this.pool.transaction(SYSTEM, async (db) => {
      await db.execute(sql`update sessao set revogada_em = coalesce(revogada_em, now()) where id = ${id}`)
      await announceRights(db)
    })
    this.forget()
  }

  async close(token: string): Promise<void> {
    await this.pool.transaction(SYSTEM, async (db) => {
      await db.execute(sql`update sessao set revogada_em = now() where token_hash = ${hashToken(token)}`)
      await announceRights(db)
    })
    this.forget()
  }

  async #load(hash: string): Promise<Actor> {
    const [row] = await this.pool.transaction(SYSTEM, (db) => rowsOf({ db }, ACTOR_QUERY(hash)))
    if (!row) throw await this.#refusal(hash)
    return actorFrom(row)
  }

  /** An unknown token is nobody's; a known one has ended. */
  async #refusal(hash: string): Promise<ApiError> {
    const [known] = await this.pool.transaction(SYSTEM, (db) =>
      rowsOf({ db }, sql`select id from sessao where token_hash = ${hash}`),
    )
    return known ? sessionEnded() : unauthenticated()
  }
}

const announced = new WeakSet<Database>()

/** Did work on this connection announce that rights changed? */
export const changedRights = (db: Database): boolean => announced.has(db)

/** Tells every process, once the transaction commits, that rights or sessions changed. */
export async function announceRights(db: Database): Promise<void> {
  announced.add(db)
  await db.execute(sql`select pg_notify('prumo_rights', '')`)
}

const RIGHTS = sql`
    coalesce((select json_agg(r.name) from user_role x join role r on r.id = x.role_id where x.user_id = u.id), '[]') as roles,
    coalesce((select json_agg(distinct p.name) from permission p where p.id in (
      select rp.permission_id from user_role x join role_permission rp on rp.role_id = x.role_id where x.user_id = u.id
      union select up.permission_id from user_permission up where up.user_id = u.id)), '[]') as permissions,
    coalesce((select json_agg(x.empresa_id order by x.empresa_id) from user_empresa x where x.user_id = u.id), '[]') as empresas`

const ACTOR_QUERY = (hash: string) => sql`
  with live as (
    update sessao set usada_em = now() where token_hash = ${hash} and revogada_em is null
      and usada_em > now() - ${`${IDLE_HOURS} hours`}::interval and criada_em > now() - ${`${LIFE_DAYS} days`}::interval
    returning id, user_id, empresa_id)
  select u.id, u.name, u.email, live.id as sessao_id, live.empresa_id, ${RIGHTS}
  from live join "user" u on u.id = live.user_id where u.ativo`

/** A user as they stand now, for work that they asked for and that runs without a session. Throws 403 when they may not work in the company any more. */
export async function actorOfUser(pool: Pool, userId: number, empresaId: number): Promise<Actor> {
  const [row] = await pool.transaction(SYSTEM, (db) =>
    rowsOf(
      { db },
      sql`select u.id, u.name, u.email, 0 as sessao_id, ${empresaId}::int as empresa_id, ${RIGHTS} from "user" u where u.id = ${userId} and u.ativo`,
    ),
  )
  const actor = row && actorFrom(row)
  if (actor?.empresa_id !== empresaId)
    throw new ApiError(403, 'forbidden', 'Quem pediu não tem mais acesso a esta empresa.')
  return actor
}

function actorFrom(row: Record<string, unknown>): Actor {
  const empresas = numbers(row.empresas)
  const chosen = Number(row.empresa_id)
  return {
    id: Number(row.id),
    name: String(row.name),
    email: String(row.email),
    roles: texts(row.roles),
    permissions: texts(row.permissions),
    empresas,
    empresa_id: empresas.includes(chosen) ? chosen : (empresas[0] ?? 0),
    session_id: Number(row.sessao_id),
  }
}

const ALIVE_QUERY = (ids: readonly number[]) => sql`
  select u.id, u.name, u.email, s.id as sessao_id, s.empresa_id, ${RIGHTS}
  from sessao s join "user" u on u.id = s.user_id and u.ativo
  where s.id = any (${`{${[...new Set(ids)].join(',')}}`}::int[]) and s.revogada_em is null
    and s.usada_em > now() - ${`${IDLE_HOURS} hours`}::interval and s.criada_em > now() - ${`${LIFE_DAYS} days`}::interval`

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])
const numbers = (value: unknown): number[] => (Array.isArray(value) ? value.map(Number) : [])

/**
 * Verified against when the user does not exist, so that both answers take as long: of random bytes that nobody kept, at the cost of a new
 * password's. Written down, for a hash made at each start would be a third of what starting the program takes.
 */
export const DUMMY_HASH =
  '$argon2id$v=19$m=65536,t=2,p=1$80kSx6+/vn3VXDu3srDKRan7CmM0Ixl6QmYBQcC2DZE$GjrbDUarq/udkd8Pla+Yl5grKoESki2KcHx9hppUHWw'
