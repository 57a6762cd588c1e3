import type { Sql } from 'postgres'
import type { Settings } from '../http/settings'
import { copiesIn } from './backup/automatic'
import type { Finding } from './finding'

/** What an external PostgreSQL says of itself: sizes in bytes, times in milliseconds (0: no limit). */
export interface ServerFacts {
  readonly version: number
  /** Connections that those who are no superusers may open, and those that are open. */
  readonly connections: number
  readonly open: number
  readonly sharedBuffers: number
  readonly workMem: number
  readonly walLevel: string
  readonly timeZone: string
  /** Settings that are to be `on`, as they are. */
  readonly durable: Readonly<Record<'fsync' | 'full_page_writes' | 'synchronous_commit' | 'autovacuum', string>>
  readonly idleInTransactionMs: number
  readonly idleSessionMs: number
  /** The connection leaves this machine, and is it encrypted? */
  readonly isRemote: boolean
  readonly isEncrypted: boolean
  /** Orders of texts whose version is another than when the indexes were made. */
  readonly collations: readonly string[]
  readonly replicas: readonly { readonly name: string; readonly state: string | null; readonly behind: number | null }[]
  readonly slots: readonly { readonly name: string; readonly active: boolean; readonly held: number | null }[]
  /** Transactions since the oldest that is not frozen yet, and from when on the server freezes by itself. */
  readonly idAge: number
  readonly freezeAge: number
  /** When the server last put away a file of its log, ISO 8601. */
  readonly archivedAt: string | null
}

/** What one `prumo serve` opens at most: callers 16, jobs 6, the queue 3, and one each for looking, listening and keeping. */
const PER_SERVER = 32
const MB = 1024 * 1024
const GB = 1024 * MB
const HELD_LIMIT = 5 * GB
const BEHIND_LIMIT = 64 * MB
const LAST_IDS = 1_500_000_000
const COPY_LIMIT_H = 26
const HOUR_MS = 3_600_000

const ms = (name: string) => `(select setting::bigint from pg_settings where name = '${name}')::float8`
const FACTS = `
  select current_setting('server_version_num')::int as version,
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as connections,
    (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as open,
    pg_size_bytes(current_setting('shared_buffers'))::float8 as "sharedBuffers", pg_size_bytes(current_setting('work_mem'))::float8 as "workMem",
    current_setting('wal_level') as "walLevel", (select reset_val from pg_settings where name = 'TimeZone') as "timeZone",
    (select jsonb_object_agg(name, setting) from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'autovacuum')) as durable,
    ${ms('idle_in_transaction_session_timeout')} as "idleInTransactionMs", ${ms('idle_session_timeout')} as "idleSessionMs",
    coalesce(inet_client_addr() <> inet_server_addr() and not inet_server_addr() <<= '127.0.0.0/8', false) as "isRemote",
    coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as "isEncrypted",
    array(select datcollate || ' (banco)' from pg_database where datname = current_database() and datcollversion <> pg_database_collation_actual_version(oid)
      union all select distinct c.collname from pg_collation c join pg_attribute a on a.attcollation = c.oid
      where c.collversion <> pg_collation_actual_version(c.oid)) as collations,
    (select coalesce(jsonb_agg(jsonb_build_object('name', application_name, 'state', state,
      'behind', pg_wal_lsn_diff(sent_lsn, replay_lsn)::float8)), '[]') from pg_stat_replication) as replicas,
    (select coalesce(jsonb_agg(jsonb_build_object('name', slot_name, 'active', active, 'held',
      case when not pg_is_in_recovery() then pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::float8 end)), '[]') from pg_replication_slots) as slots,
    (select age(datfrozenxid)::float8 from pg_database where datname = current_database()) as "idAge",
    current_setting('autovacuum_freeze_max_age')::float8 as "freezeAge",
    (select to_char(last_archived_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') from pg_stat_archiver) as "archivedAt"`

/** Looks at the settings of an external server and at how it is kept. Only looks; what the user may not see counts as not there. */
export async function externalFindings(owner: Sql, settings: Settings, now: Date): Promise<Finding[]> {
  const [facts] = await owner.unsafe<ServerFacts[]>(FACTS)
  if (!facts) return []
  return [...serverFindings(facts), ...replicationFindings(facts), copyFinding(facts, settings, now)]
}

/** What the settings of a server say: what is well is one finding, what is not is one each, with what to do. */
export function serverFindings(facts: ServerFacts): Finding[] {
  const found = [...safetyFindings(facts), ...sizeFindings(facts)]
  if (found.length > 0) return found
  const detail = `${facts.connections} conexões, ${megabytes(facts.sharedBuffers)} de memória, gravação segura, fuso ${facts.timeZone}`
  return [{ name: 'servidor do banco', state: 'ok', detail }]
}

function safetyFindings(facts: ServerFacts): Finding[] {
  const off = Object.entries(facts.durable).filter(([, value]) => value === 'off')
  const found = off.map(([setting]) => ({
    name: `banco: ${setting}`,
    state: 'falha' as const,
    detail:
      setting === 'autovacuum'
        ? 'desligado: as tabelas incham e o banco acaba por parar'
        : 'desligado: uma queda de energia perde o que já foi confirmado, ou o banco inteiro',
    mend: `alter system set ${setting} = on; select pg_reload_conf();`,
  }))
  return [
    ...found,
    ...when(facts.version < 160_000, {
      name: 'banco: versão',
      state: 'falha',
      detail: `PostgreSQL ${Math.floor(facts.version / 10_000)}: o Prumo precisa do 16 ou mais novo`,
      mend: 'Atualize o servidor com pg_upgrade, depois de uma cópia de segurança.',
    }),
    ...when(facts.isRemote && !facts.isEncrypted, {
      name: 'banco: conexão',
      state: 'falha',
      detail: 'a conexão sai desta máquina sem cifra',
      mend: 'Ligue ssl no servidor e acrescente ?sslmode=require a DATABASE_URL.',
    }),
    ...facts.collations.map((collation) => ({
      name: 'banco: ordem dos textos',
      state: 'falha' as const,
      detail: `${collation} mudou de versão com o sistema: índices podem não achar o que há`,
      mend: 'Com o Prumo parado: reindex database BANCO; alter database BANCO refresh collation version.',
    })),
    ...when(facts.idAge > facts.freezeAge * 1.5, {
      name: 'banco: idade das transações',
      state: facts.idAge > LAST_IDS ? 'falha' : 'atenção',
      detail: `${Math.round(facts.idAge / 1e6)} milhões desde a mais antiga: aos 2 bilhões o banco para`,
      mend: 'Rode vacuum (freeze) como dono, e veja o que segura o autovacuum: transações longas, slots parados.',
    }),
  ]
}

function sizeFindings(facts: ServerFacts): Finding[] {
  const setting = (name: string, value: string) => `alter system set ${name} = '${value}';`
  return [
    ...when(facts.connections < PER_SERVER, {
      name: 'banco: max_connections',
      state: 'falha',
      detail: `${facts.connections} conexões: um servidor do Prumo abre até ${PER_SERVER}`,
      mend: `${setting('max_connections', '200')} e reinicie o PostgreSQL.`,
    }),
    ...when(facts.connections >= PER_SERVER && facts.connections - facts.open < PER_SERVER, {
      name: 'banco: conexões',
      state: 'atenção',
      detail: `${facts.open} de ${facts.connections} em uso: não cabe mais um servidor do Prumo, que abre até ${PER_SERVER}`,
      mend: `${setting('max_connections', String(facts.connections + 100))} e reinicie o PostgreSQL.`,
    }),
    ...when(facts.sharedBuffers < 256 * MB, {
      name: 'banco: shared_buffers',
      state: 'atenção',
      detail: `${megabytes(facts.sharedBuffers)}: pouco para guardar o que mais se lê`,
      mend: `${setting('shared_buffers', '2GB')} (um quarto da memória da máquina) e reinicie o PostgreSQL.`,
    }),
    ...when(facts.workMem < 16 * MB, {
      name: 'banco: work_mem',
      state: 'atenção',
      detail: `${megabytes(facts.workMem)}: relatórios ordenam em disco`,
      mend: `${setting('work_mem', '16MB')} select pg_reload_conf();`,
    }),
    ...when(facts.walLevel === 'minimal', {
      name: 'banco: wal_level',
      state: 'atenção',
      detail: 'minimal: não há réplica nem cópia contínua',
      mend: `${setting('wal_level', 'replica')} e reinicie o PostgreSQL.`,
    }),
    ...when(facts.idleSessionMs > 0, {
      name: 'banco: idle_session_timeout',
      state: 'atenção',
      detail: 'o servidor fecha conexões paradas, que o Prumo guarda para usar de novo',
      mend: `alter role USUÁRIO set idle_session_timeout = 0;`,
    }),
    ...when(facts.idleInTransactionMs > 0 && facts.idleInTransactionMs < 60_000, {
      name: 'banco: idle_in_transaction_session_timeout',
      state: 'atenção',
      detail: `${facts.idleInTransactionMs / 1000} s: um lote longo pode ser cortado no meio`,
      mend: `alter role USUÁRIO set idle_in_transaction_session_timeout = '5min';`,
    }),
  ]
}

/** Replicas that fall behind, and slots that keep the log of those that are gone. */
export function replicationFindings({ replicas, slots }: ServerFacts): Finding[] {
  const name = 'réplicas'
  const late = replicas.filter(({ state, behind }) => state !== 'streaming' || (behind ?? 0) > BEHIND_LIMIT)
  const holding = slots.filter(({ active, held }) => !active || (held ?? 0) > HELD_LIMIT)
  const found: Finding[] = [
    ...late.map((one) => ({
      name,
      state: 'atenção' as const,
      detail: `${one.name} está atrasada (${one.state ?? 'sem direito de ver'}, ${megabytes(one.behind ?? 0)})`,
      mend: 'Veja a rede e o disco da réplica. O usuário precisa de pg_monitor para ver: grant pg_monitor to USUÁRIO;',
    })),
    ...holding.map(({ name: slot, active, held }) => ({
      name: `slot ${slot}`,
      state: (held ?? 0) > HELD_LIMIT ? ('falha' as const) : ('atenção' as const),
      detail: `${active ? 'em uso' : 'parado'}, segura ${megabytes(held ?? 0)} do registro: o disco do principal enche`,
      mend: `Traga a réplica de volta, ou, se não há mais: select pg_drop_replication_slot('${slot}');`,
    })),
  ]
  if (found.length > 0 || replicas.length === 0) return found
  return [{ name, state: 'ok', detail: `${replicas.length}, em dia` }]
}

/** A database of one's own is copied by Prumo too, or its log is put away by the server. */
export function copyFinding(
  { archivedAt }: Pick<ServerFacts, 'archivedAt'>,
  { backupDir }: Pick<Settings, 'backupDir'>,
  now: Date,
): Finding {
  const name = 'cópias de segurança'
  const copy = backupDir === undefined ? undefined : copiesIn(backupDir)[0]?.at
  const last = [copy, archivedAt ?? undefined]
    .filter((one) => one !== undefined)
    .toSorted()
    .at(-1)
  const mend = `Deixe PRUMO_BACKUPS ligado em um dos servidores, ou arquive o registro (archive_mode) e confira a cópia do PostgreSQL.`
  if (last === undefined) return { name, state: 'atenção', detail: 'nenhuma que se conheça daqui', mend }
  const hours = Math.floor((now.getTime() - Date.parse(last)) / HOUR_MS)
  const detail = `a última há ${hours} h`
  return hours > COPY_LIMIT_H ? { name, state: 'atenção', detail, mend } : { name, state: 'ok', detail }
}

const when = (is: boolean, finding: Finding): Finding[] => (is ? [finding] : [])

const megabytes = (bytes: number) => `${Math.round(bytes / MB)} MB`
