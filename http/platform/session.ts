import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { can, readRight } from '../../core/access'
import { TIME_ZONE } from '../../core/br/time-zone'
import { type Pool, SYSTEM } from '../db/pool'
import type { Actor } from './context'
import { rowsOf } from './context'
import { beginAttempt, endAttempt, type Origin } from './attempts'
import { ApiError, sessionEnded, unauthenticated } from './errors'
import type { Database } from './locks'
import { tellSecurity } from './security-event'

/** A session lives this long after its last use, and never longer than the second figure. */
const IDLE_HOURS = 12
const LIFE_DAYS = 30
const CACHE_MS = 10_000
const CACHE_SIZE = 5_000

/** What the keys of programs begin with. */
export const KEY_PREFIX = 'prumo_'
export const COOKIE = 'prumo_session'
/** Stays in a browser after sign-out: with it, the failures of strangers do not slow its user. It opens nothing. */
export const DEVICE_COOKIE = 'prumo_device'
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')
export const newToken = (): string => randomBytes(32).toString('base64url')

/** What else a user has to prove once the password was right. Throws 401. */
export type Proof = (userId: number) => Promise<void>

export interface Credentials {
  readonly email: string
  readonly password: string
  readonly origin: Origin
  /** What signed in, as it says itself. */
  readonly agent?: string | undefined
}

/** Sessions: opaque tokens, stored hashed, shared by all server processes through the database. */
export class Sessions {
  readonly #known = new Map<string, { readonly actor: Actor; readonly until: number }>()

  constructor(readonly pool: Pool) {}

  /** Signs in, on a device that is then known (the digest of its token). Throws 401 `invalid_credentials` or `disabled_credentials`, 429 `too_many_requests` where attempts come too soon after failures. */
  async signIn(
    { email, password, origin, agent }: Credentials,
    device?: string,
    proof?: Proof,
  ): Promise<{ token: string; actor: Actor }> {
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
    const userId = Number(user?.id)
    if (!right) {
      if (user) await this.#tell({ tipo: 'senha_recusada', user_id: userId, endereco: origin.address })
      throw new ApiError(401, 'invalid_credentials', 'Usuário ou senha inválidos')
    }
    // An attempt is good when all of it is: codes are guessed no faster than passwords.
    if (user.ativo === true) await proof?.(userId)
    await endAttempt(this.pool, attempt, { userId, ok: user.ativo === true })
    if (user.ativo !== true) throw new ApiError(401, 'disabled_credentials', 'Usuário inativo')
    await this.#tell({ tipo: 'entrou', user_id: userId, endereco: origin.address })
    return this.open(userId, { device, agent, address: origin.address })
  }

  #tell(event: Parameters<typeof tellSecurity>[1]): Promise<void> {
    return this.pool.transaction(SYSTEM, (db) => tellSecurity(db, event))
  }

  /** Opens a session for a user who has proven who they are, on the device of this digest. */
  async open(
    userId: number,
    { device, address, agent }: { device?: string | undefined; address?: string; agent?: string | undefined } = {},
  ): Promise<{ token: string; actor: Actor }> {
    const token = newToken()
    await this.pool.transaction(SYSTEM, async (db) => {
      await db.execute(
        sql`insert into sessao (token_hash, user_id, empresa_id, dispositivo, endereco, agente)
            select ${hashToken(token)}, u.id, u.empresa_id, ${device ?? null}, ${address ?? null}, ${agent?.slice(0, 200) ?? null} from "user" u where u.id = ${userId}`,
      )
    })
    return { token, actor: await this.actorOf(token) }
  }

  /** Who a token belongs to. Throws 401 when it is unknown, old or revoked. */
  async actorOf(token: string): Promise<Actor> {
    const hash = hashToken(token)
    const known = this.#known.get(hash)
    if (known && known.until > performance.now()) return known.actor
    const actor = token.startsWith(KEY_PREFIX) ? await this.#loadKey(hash) : await this.#load(hash)
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

  /** Whom a program's key stands for: its user, with those of the key's rights that the user has. No session: what is less than 0 is none. */
  async #loadKey(hash: string): Promise<Actor> {
    const [row] = await this.pool.transaction(SYSTEM, (db) => rowsOf({ db }, KEY_QUERY(hash)))
    if (!row) throw unauthenticated()
    const { roles, permissions, ...actor } = actorFrom(row)
    const mine = { roles, permissions }
    const given = texts(row.permissoes).filter((name) => {
      const right = readRight(name)
      return right !== null && can(mine, right.action, right.resource)
    })
    return { ...actor, roles: [], permissions: given, lacks_factor: false }
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
    coalesce((select json_agg(x.empresa_id order by x.empresa_id) from user_empresa x where x.user_id = u.id), '[]') as empresas,
    (exists (select 1 from user_role x join role r on r.id = x.role_id where x.user_id = u.id and r.exige_segundo_fator)
      and not exists (select 1 from segundo_fator f where f.user_id = u.id and f."dhConfirmacao" is not null)) as falta_fator`

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
    lacks_factor: row.falta_fator === true,
  }
}

/** A key that stands, whose user does and works in its company. Its use is noted once a minute. */
const KEY_QUERY = (hash: string) => sql`
  with live as (
    select k.id, k.user_id, k.empresa_id, k.permissoes from chave_api k
    where k.token_hash = ${hash} and k."dhRevogacao" is null and k."dExpira" >= (now() at time zone ${TIME_ZONE})::date),
  noted as (update chave_api k set "dhUso" = now() from live where k.id = live.id and (k."dhUso" is null or k."dhUso" < now() - interval '1 minute'))
  select u.id, u.name, u.email, -live.id as sessao_id, live.empresa_id, live.permissoes, ${RIGHTS}
  from live join "user" u on u.id = live.user_id and u.ativo
  where exists (select 1 from user_empresa m where m.user_id = u.id and m.empresa_id = live.empresa_id)`

/** SQL: does the session s stand? */
export const LIVE = sql`s.revogada_em is null
    and s.usada_em > now() - ${`${IDLE_HOURS} hours`}::interval and s.criada_em > now() - ${`${LIFE_DAYS} days`}::interval`

const ALIVE_QUERY = (ids: readonly number[]) => sql`
  select u.id, u.name, u.email, s.id as sessao_id, s.empresa_id, ${RIGHTS}
  from sessao s join "user" u on u.id = s.user_id and u.ativo
  where s.id = any (${`{${[...new Set(ids)].join(',')}}`}::int[]) and ${LIVE}`

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])
const numbers = (value: unknown): number[] => (Array.isArray(value) ? value.map(Number) : [])

/**
 * Verified against when the user does not exist, so that both answers take as long: of random bytes that nobody kept, at the cost of a new
 * password's. Written down, for a hash made at each start would be a third of what starting the program takes.
 */
export const DUMMY_HASH =
  '$argon2id$v=19$m=65536,t=2,p=1$80kSx6+/vn3VXDu3srDKRan7CmM0Ixl6QmYBQcC2DZE$GjrbDUarq/udkd8Pla+Yl5grKoESki2KcHx9hppUHWw'
