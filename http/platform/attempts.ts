import { sql } from 'drizzle-orm'
import { type Pool, SYSTEM } from '../db/pool'
import { rowsOf } from './context'
import { type Database, lockNames } from './locks'
import { assertInTime, type Pace, waitOf, WINDOW } from './slowing'

/** Where an attempt to sign in comes from. */
export interface Origin {
  /** The network address, as the trail of accesses keeps it. */
  readonly address: string
  /** What counts as one place: an IPv4 address, or an IPv6 network of 64 bits. */
  readonly network: string
  /** Digests of what the browser shows of earlier sign-ins on it: of its device, of its session. */
  readonly device?: string | undefined
  readonly session?: string | undefined
}

/**
 * Failures that wait for nothing, and what comes beyond: of a stranger for one e-mail from one place, for one e-mail from anywhere, and from one
 * place for any e-mail; and of a browser that the user has signed in with before, which strangers' failures do not slow.
 */
const PACES = {
  here: { free: 8, most: 30 },
  email: { free: 24, most: 10 },
  place: { free: 60, most: 5 },
  known: { free: 8, most: 30 },
} as const satisfies Record<string, Pace>

/** Has this user signed in with this browser before, or is signed in with it? */
export async function isKnown(db: Database, email: string, { device, session }: Origin): Promise<boolean> {
  if (device === undefined && session === undefined) return false
  const [row] = await rowsOf(
    { db },
    sql`select 1 from sessao s join "user" u on u.id = s.user_id where lower(u.email) = lower(${email})
        and (s.dispositivo = ${device ?? null} or (s.token_hash = ${session ?? null} and s.revogada_em is null)) limit 1`,
  )
  return row !== undefined
}

interface Attempt {
  readonly id: number
  /** The digest that a known browser is counted by. */
  readonly known: string | undefined
}

/**
 * Counts an attempt as failed until it has proven good. Attempts for one e-mail or from one place count one after another: as many at once as
 * anybody likes are no more than one after another. Throws 429 for what comes too soon.
 */
export function beginAttempt(pool: Pool, email: string, origin: Origin): Promise<Attempt> {
  const name = email.slice(0, 200)
  return pool.transaction(SYSTEM, async (db) => {
    await lockNames(db, [`login:${name.toLowerCase()}`, `login-from:${origin.network}`])
    const known = (await isKnown(db, name, origin)) ? (origin.device ?? origin.session) : undefined
    const wait = known === undefined ? await waitOfStranger(db, name, origin) : await waitOfKnown(db, name, known)
    assertInTime(wait)
    const [made] = await rowsOf(
      { db },
      sql`insert into tentativa_login (email, endereco, rede, dispositivo, ok)
          values (lower(${name}), ${origin.address}, ${origin.network}, ${known ?? null}, false) returning id`,
    )
    return { id: Number(made?.id), known }
  })
}

const RECENT = sql`not ok and not perdoada and dh > now() - ${`${WINDOW} minutes`}::interval`

async function waitOfKnown(db: Database, email: string, known: string): Promise<number> {
  const [row] = await rowsOf(
    { db },
    sql`select count(*)::int as times, extract(epoch from now() - max(dh))::float as ago
        from tentativa_login where ${RECENT} and email = lower(${email}) and dispositivo = ${known}`,
  )
  return waitOf(usedOf(row, 'times', 'ago'), PACES.known)
}

async function waitOfStranger(db: Database, email: string, { network }: Origin): Promise<number> {
  const [mine, here] = [sql`email = lower(${email})`, sql`rede = ${network}`]
  const counted = (name: string, where: ReturnType<typeof sql>) =>
    sql`count(*) filter (where ${where})::int as ${sql.raw(name)}, extract(epoch from now() - max(dh) filter (where ${where}))::float as ${sql.raw(`${name}_ago`)}`
  const [row] = await rowsOf(
    { db },
    sql`select ${counted('here', sql`${mine} and ${here}`)}, ${counted('email', mine)}, ${counted('place', here)}
        from tentativa_login where ${RECENT} and dispositivo is null and (${mine} or ${here})`,
  )
  return Math.max(
    ...(['here', 'email', 'place'] as const).map((name) => waitOf(usedOf(row, name, `${name}_ago`), PACES[name])),
  )
}

const usedOf = (row: Readonly<Record<string, unknown>> | undefined, times: string, ago: string) => ({
  times: Number(row?.[times] ?? 0),
  ago: Number(row?.[ago] ?? 0),
})

/** The password was right: says whose it is, and forgets the failures before it of the same browser or place where the user may come in. */
export async function endAttempt(
  pool: Pool,
  { id, known }: Attempt,
  { userId, ok }: { readonly userId: number; readonly ok: boolean },
): Promise<void> {
  await pool.transaction(SYSTEM, async (db) => {
    const [row] = await rowsOf(
      { db },
      sql`update tentativa_login set user_id = ${userId}, ok = ${ok} where id = ${id} returning email, rede`,
    )
    const same = known === undefined ? sql`dispositivo is null and rede = ${row?.rede}` : sql`dispositivo = ${known}`
    if (ok)
      await db.execute(
        sql`update tentativa_login set perdoada = true where not ok and email = ${row?.email} and id < ${id} and ${same}`,
      )
  })
}
