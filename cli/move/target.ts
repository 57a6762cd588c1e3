import type { Sql } from 'postgres'
import { APP_ROLE } from '../../http/db/pool'

/** What a database says of itself before Prumo is moved into it. */
export interface TargetFacts {
  readonly user: string
  readonly database: string
  /** As PostgreSQL counts: 160004 is 16.4. */
  readonly version: number
  readonly encoding: string
  /** Texts are ordered by their code points, and letters with accents have upper and lower case, as in the embedded database. */
  readonly ordersAlike: boolean
  readonly isReplica: boolean
  readonly isReadOnly: boolean
  /** May the user make schemas in the database, and tables in its schema `public`? */
  readonly mayCreate: boolean
  /** Is the application's role there and may the user give it, or may they make it? */
  readonly mayGiveRole: boolean
  /** Extensions that are neither there nor at hand on the server. */
  readonly lacksExtensions: readonly string[]
  /** Tables that are none of ours. */
  readonly foreignTables: number
}

/** Something that keeps Prumo from being moved, and what an administrator of the server runs to mend it. */
export interface TargetFault {
  readonly detail: string
  readonly sql?: string
}

const MINIMUM = 160_000
const BUILTIN_LOCALES = 170_000
const EXTENSIONS = ['pg_trgm', 'unaccent', 'btree_gin']

const FACTS = `
  select current_user as "user", current_database() as database, current_setting('server_version_num')::int as version,
    current_setting('server_encoding') as encoding,
    pg_is_in_recovery() as "isReplica", current_setting('transaction_read_only')::bool as "isReadOnly",
    has_database_privilege(current_database(), 'create') and has_schema_privilege('public', 'create') as "mayCreate",
    coalesce((select pg_has_role(oid, 'member with admin option') from pg_roles where rolname = $1),
      (select rolsuper or rolcreaterole from pg_roles where rolname = current_user)) as "mayGiveRole",
    array(select unnest($2::text[]) except select extname from pg_extension except select name from pg_available_extensions) as "lacksExtensions",
    (select count(*)::int from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'graphile_worker')
        and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
        and to_regclass('public.prumo_migracao') is null) as "foreignTables"`

/** Asks a database what has to be known before Prumo is moved into it. Changes nothing. */
export async function targetFacts(sql: Sql): Promise<TargetFacts> {
  const [row] = await sql.unsafe<TargetFacts[]>(FACTS, [APP_ROLE, EXTENSIONS])
  if (!row) throw new Error('The database said nothing of itself.')
  // Letters that the encoding does not have cannot even be asked about.
  const order = `select 'B' < 'a' and 'z' < 'á' and lower('ÁÇ') = 'áç' and upper('õ') = 'Õ' as alike`
  const [asked] = row.encoding === 'UTF8' ? await sql.unsafe<{ alike: boolean }[]>(order) : []
  return { ...row, ordersAlike: asked?.alike === true }
}

/** What keeps Prumo from being moved into a database; an empty list is good news. */
export function targetFaults(facts: TargetFacts): readonly TargetFault[] {
  const { version, encoding, user, database } = facts
  const faults: TargetFault[] = []
  if (version < MINIMUM)
    return [{ detail: `O servidor é PostgreSQL ${Math.floor(version / 10_000)}: o Prumo precisa do 16 ou mais novo.` }]
  if (facts.isReplica) faults.push({ detail: 'O servidor é uma réplica: informe o endereço do principal.' })
  else if (facts.isReadOnly)
    faults.push({ detail: 'O banco de dados só aceita leituras (default_transaction_read_only).' })
  if (encoding !== 'UTF8')
    faults.push({ detail: `A codificação do banco é ${encoding}: precisa ser UTF8.`, sql: createDatabase(facts) })
  else if (!facts.ordersAlike)
    faults.push({
      detail:
        'O banco ordena textos de outro modo: precisa ser pelo código dos caracteres (C.UTF-8), como no banco embutido.',
      sql: createDatabase(facts),
    })
  if (facts.lacksExtensions.length > 0)
    faults.push({
      detail: `Faltam no servidor as extensões ${facts.lacksExtensions.join(', ')}: instale os módulos que acompanham o PostgreSQL (postgresql-contrib).`,
    })
  if (!facts.mayCreate)
    faults.push({
      detail: `O usuário ${user} não pode criar tabelas neste banco.`,
      sql: `alter database ${named(database)} owner to ${named(user)};\ngrant create, usage on schema public to ${named(user)};`,
    })
  if (!facts.mayGiveRole)
    faults.push({
      detail: `O usuário ${user} não pode criar o papel ${APP_ROLE}, com que o programa trabalha, nem tem direito sobre ele.`,
      sql: giveRole(user),
    })
  if (facts.foreignTables > 0)
    faults.push({ detail: `O banco de dados não está vazio: tem ${facts.foreignTables} tabelas que não são do Prumo.` })
  return faults
}

const named = (name: string) => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`)

const giveRole = (user: string) =>
  `do $$ begin if not exists (select 1 from pg_roles where rolname = '${APP_ROLE}') then create role ${APP_ROLE} nologin; end if; end $$;\n` +
  `grant ${APP_ROLE} to ${named(user)} with admin option;`

/** A new database beside, with the embedded one's encoding and order of texts. */
function createDatabase({ version, user }: TargetFacts): string {
  const locale =
    version >= BUILTIN_LOCALES
      ? `locale_provider builtin builtin_locale 'C.UTF-8' locale 'C'`
      : `lc_collate 'C' lc_ctype 'C.UTF-8'`
  return `create database prumo owner ${named(user)} template template0 encoding 'UTF8' ${locale};`
}
