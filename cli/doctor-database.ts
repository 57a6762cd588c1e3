import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sql } from 'postgres'
import type { Looked } from '../http/db/connect'
import { addressFile, type Settings } from '../http/settings'
import { externalFindings } from './doctor-external'
import { replicaFindings } from './doctor-replica'
import { type Finding, textOf } from './finding'

/** The database: is it there, of this version, do its books add up, and what lies in it. Only looks. */
export async function databaseFindings(settings: Settings, now = new Date()): Promise<Finding[]> {
  const name = 'banco de dados'
  const [{ lookAtDatabase }, { NoCluster }] = await Promise.all([
    import('../http/db/connect'),
    import('../http/db/cluster'),
  ])
  try {
    const looked = await lookAtDatabase(settings)
    try {
      const external = looked.embedded ? [] : await externalFindings(looked.owner, settings, now)
      return [...(await findingsOf(looked, settings)), ...external, ...(await replicaFindings(looked, settings))]
    } finally {
      await looked.close()
    }
  } catch (error) {
    if (error instanceof NoCluster && !existsSync(join(settings.dataDir, 'pg')))
      return [{ name, state: 'ok', detail: 'ainda não há: prumo serve o cria' }]
    const mend = settings.databaseUrl
      ? `Confira DATABASE_URL (ou ${addressFile(settings.dataDir)}), e se o servidor aceita esta máquina.`
      : `Veja ${join(settings.dataDir, 'pg-log')}, a permissão da pasta e o espaço livre. Nada foi alterado.`
    return [{ name, state: 'falha', detail: textOf(error), mend }]
  }
}

async function findingsOf(looked: Looked, settings: Settings): Promise<Finding[]> {
  const name = 'banco de dados'
  const { owner, pending } = looked
  const [row] = await owner`
    select current_setting('server_version') as version, pg_size_pretty(pg_database_size(current_database())) as size`
  const kind = looked.embedded ? 'embutido' : 'externo'
  const detail = `PostgreSQL ${String(row?.version)} ${kind}, ${String(row?.size)}`
  if (pending.length > 0)
    return [
      {
        name,
        state: 'atenção',
        detail: `${detail}, ${pending.length} migrações por aplicar: o resto não foi examinado`,
        mend: 'Faça uma cópia (prumo backup) e rode prumo migrate; prumo serve também as aplica.',
      },
    ]
  const { outsideFindings } = await import('./doctor-outside')
  return [
    { name, state: 'ok', detail: `${detail}, nesta versão` },
    await userFinding(owner),
    ...(await bookFindings(owner)),
    ...(await outsideFindings(looked, { ...settings, secret: keyOf(settings) })),
  ]
}

async function userFinding(owner: Sql): Promise<Finding> {
  const name = 'usuários'
  const [row] = await owner`select count(*)::int as users from "user" where ativo`
  const users = Number(row?.users)
  if (users > 0) return { name, state: 'ok', detail: `${users} ativos` }
  return { name, state: 'atenção', detail: 'nenhum', mend: 'Rode prumo seed, ou prumo serve.' }
}

/** Every ledger and every document is proved: what is said of it holds for each of its rows. */
async function bookFindings(owner: Sql): Promise<Finding[]> {
  const { bookFaults, bookRules } = await import('../http/books')
  const name = 'livros'
  try {
    const faults = await bookFaults(owner)
    if (faults.length === 0)
      return [{ name, state: 'ok', detail: `${Object.keys(bookRules()).length} provas, todas conferem` }]
    const mend = 'Não lance mais nada neles, guarde uma cópia (prumo backup) e procure o suporte.'
    return faults.map(({ rule, rows }) => ({ name, state: 'falha', detail: `${rule}: ${rows} não conferem`, mend }))
  } catch (error) {
    return [{ name, state: 'atenção', detail: `não puderam ser provados: ${textOf(error)}` }]
  }
}

/** The key that is there; none is made. */
function keyOf({ secret, dataDir }: Settings): string {
  const file = join(dataDir, 'secret')
  return secret ?? (existsSync(file) ? readFileSync(file, 'utf8').trim() : 'none')
}
