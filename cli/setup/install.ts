import { sql } from 'drizzle-orm'
import type { Pool } from '../../http/db/pool'
import { SYSTEM } from '../../http/db/pool'
import type { Services } from '../../http/platform/app'
import type { Settings } from '../../http/settings'
import { type Ctx, rowsOf } from '../../http/platform/context'
import { generatePassword } from './secret'

/** What was made on an empty database, for the operator to read once. */
export interface Installed {
  readonly email: string
  readonly password: string
  /** True when the password was generated here and is told nowhere else. */
  readonly generated: boolean
  readonly demo: boolean
}

type First = Pick<Settings, 'adminEmail' | 'adminPassword'>

interface Options {
  readonly demo: boolean
  readonly tables?: boolean
}

const ADMIN = 'admin@demo.prumo.local'
/** Any number: two programs that start at once on an empty database take turns. */
const LOCK = 727_786_002

/**
 * On a database without users: the roles, the official tables, the first company and its administrator, or with `demo` the whole demo company.
 * `tables: false` leaves the official tables out. One transaction. Answers undefined, and changes nothing, when there are users already.
 */
export async function install(services: Services, settings: First, options: Options): Promise<Installed | undefined> {
  const { pool } = services
  if (await hasUsers(pool)) return undefined
  const { systemCtx } = await import('../../http/platform/app')
  return pool.transaction(SYSTEM, (db) => installInto(systemCtx(services, db, [], 0), settings, options))
}

/** The same, in the caller's transaction. */
export async function installInto(ctx: Ctx, settings: First, options: Options): Promise<Installed | undefined> {
  await ctx.db.execute(sql`select pg_advisory_xact_lock(${LOCK})`)
  if (Number((await rowsOf(ctx, sql`select count(*)::int as n from "user"`))[0]?.n) > 0) return undefined
  const email = settings.adminEmail ?? ADMIN
  const password = settings.adminPassword ?? generatePassword()
  if (options.tables !== false) await (await import('./tables/tables')).loadTables(ctx)
  await fill(ctx, { email, password, demo: options.demo })
  return { email, password, generated: settings.adminPassword === undefined, demo: options.demo }
}

async function hasUsers(pool: Pool): Promise<boolean> {
  const [row] = await pool.read(SYSTEM, (db) => rowsOf({ db }, sql`select exists (select 1 from "user") as found`))
  return row?.found === true
}

async function fill(ctx: Ctx, first: { email: string; password: string; demo: boolean }): Promise<void> {
  const [{ ensureRoles }, { addUser }] = await Promise.all([import('./roles'), import('./people')])
  await ensureRoles(ctx)
  const empresas = first.demo ? await demoCompanies(ctx, first.password) : [await firstCompany(ctx)]
  const inside = { ...ctx, actor: { ...ctx.actor, empresas, empresa_id: empresas[0] ?? 0 } }
  const { email, password } = first
  await addUser(inside, { name: 'Administrador', email, password, roles: ['admin'], empresas })
}

async function demoCompanies(ctx: Ctx, password: string): Promise<readonly number[]> {
  const { seedDemo } = await import('../../fixtures/demo/seed')
  return (await seedDemo(ctx, { password })).empresas
}

/** A company to begin with, and its registers: users need one. It has no CNPJ until whoever installs says which. */
async function firstCompany(ctx: Ctx): Promise<number> {
  const [{ empresa }, { insert }, { firstRegisters }] = await Promise.all([
    import('../../http/cadastros/empresa'),
    import('../../http/platform/engine/write'),
    import('./first-day'),
  ])
  const { id } = await insert(ctx, empresa, { xNome: 'Minha empresa' })
  await firstRegisters(ctx, id)
  return id
}
