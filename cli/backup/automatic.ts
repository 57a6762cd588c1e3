import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { kept } from '../../core/retention'
import { serverNumber } from '../../core/settings/server'
import type { SettingValues } from '../../core/settings/settings'
import { clockOf } from '../../http/platform/app'
import { backgroundJob } from '../../http/platform/jobs/job'
import { log } from '../../http/platform/log'
import type { Settings } from '../../http/settings'
import { alertSource, type Trouble } from '../../http/sis/alertas/sources'
import { backup } from './backup'
import { drill } from './drill'

/** Looked at by the clock every hour and when a server starts; made once a day. */
const SCHEDULE = '15 * * * *'
const HOUR_MS = 3_600_000
const EVERY_MS = 23 * HOUR_MS
const DRILL_EVERY_MS = 7 * 24 * HOUR_MS
const STATE = 'estado.json'

const told = v.object({ dh: v.string(), arquivo: v.string(), erro: v.nullable(v.string()) })
const state = v.object({
  /** Since when this folder is used: what has just begun lacks no copy yet. */
  desde: v.string(),
  copia: v.optional(told),
  ensaio: v.optional(told),
})
/** What is remembered of the last copy and of the last drill: when, of which file, and what went wrong. */
export type BackupState = v.InferOutput<typeof state>

/** One automatic copy. */
export interface Copy {
  readonly file: string
  /** ISO 8601 in UTC. */
  readonly at: string
}

/** The automatic copies in a folder, the newest first. */
export function copiesIn(dir: string): readonly Copy[] {
  if (!existsSync(dir)) return []
  return readdirSync(dir)
    .flatMap((file) => {
      const [, date, h, m, s] = /^prumo-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z\.copia$/.exec(file) ?? []
      return date === undefined ? [] : [{ file: join(dir, file), at: `${date}T${h}:${m}:${s}.000Z` }]
    })
    .toSorted((a, b) => (a.at < b.at ? 1 : -1))
}

/** What is remembered in a folder of copies; undefined where nothing is, or nothing that can be read. */
export function stateIn(dir: string): BackupState | undefined {
  try {
    return v.parse(state, JSON.parse(readFileSync(join(dir, STATE), 'utf8')))
  } catch {
    return undefined
  }
}

function remember(dir: string, what: BackupState): void {
  const fresh = join(dir, `${STATE}.novo`)
  writeFileSync(fresh, JSON.stringify(what), { mode: 0o600 })
  renameSync(fresh, join(dir, STATE))
}

/** A copy is due a day after the last one, or after these copies began; one from the future was made by a clock that was wrong, and counts as none. */
function isDue(since: string, now: string, every: number): boolean {
  const age = Date.parse(now) - Date.parse(since)
  return age >= every || age < -HOUR_MS
}

type Kept = Pick<Settings, 'backupDir' | 'backupKeep'>

/**
 * Makes the day's copy where it is due, proves once a week that it can be restored, and deletes those that are kept no longer: never the newest, and nothing while a
 * copy fails. Throws what went wrong, which is remembered for `prumo doctor --security`.
 */
export async function keepCopies(url: string, { backupDir: dir, backupKeep }: Kept, now: string): Promise<void> {
  if (dir === undefined) return
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const known = stateIn(dir) ?? { desde: now }
  if (!existsSync(join(dir, STATE))) remember(dir, known)
  const newest = copiesIn(dir)[0]
  if (isDue(newest?.at ?? known.desde, now, EVERY_MS)) await makeCopy(url, dir, now)
  const stays = new Set(
    kept(
      copiesIn(dir).map(({ at }) => at),
      backupKeep,
    ),
  )
  for (const { file, at } of copiesIn(dir)) if (!stays.has(at)) rmSync(file)
  const drilled = stateIn(dir)?.ensaio
  const last = copiesIn(dir)[0]
  if (last && (drilled?.erro !== null || isDue(drilled.dh, now, DRILL_EVERY_MS))) await proveCopy(url, dir, last, now)
}

async function makeCopy(url: string, dir: string, now: string): Promise<void> {
  const file = join(dir, `prumo-${now.slice(0, 19).replaceAll(':', '')}Z.copia`)
  await remembered(dir, 'copia', { dh: now, arquivo: file }, () => backup(url, file, new Date(now)))
}

async function proveCopy(url: string, dir: string, { file }: Copy, now: string): Promise<void> {
  await remembered(dir, 'ensaio', { dh: now, arquivo: file }, () => drill(url, file))
}

async function remembered(
  dir: string,
  what: 'copia' | 'ensaio',
  about: { readonly dh: string; readonly arquivo: string },
  work: () => Promise<unknown>,
): Promise<void> {
  const write = (erro: string | null) =>
    remember(dir, { ...(stateIn(dir) ?? { desde: about.dh }), [what]: { ...about, erro } })
  try {
    await work()
    write(null)
  } catch (error) {
    write(error instanceof Error ? error.message.slice(0, 500) : typeof error)
    throw error
  }
}

/** From now on the servers of this process make copies by themselves. Called once, before one is started. */
export function scheduleCopies(settings: Kept): void {
  const dir = settings.backupDir
  if (dir === undefined) return
  alertSource('copia', ({ ctx, settings: told }) => Promise.resolve(lateCopies(dir, ctx.clock.now(), told)))
  backgroundJob(
    'sis.copia',
    async (_, { services }) => {
      try {
        await keepCopies(services.pool.url, settings, clockOf(services).now())
      } catch (error) {
        log.error('A cópia de segurança automática falhou: {error}', {
          error: error instanceof Error ? error.message.slice(0, 500) : typeof error,
        })
        throw error
      }
    },
    { schedule: SCHEDULE },
  )
}

/** Copies that are late: the newest is older than the setting says, or none was made since they began. */
export function lateCopies(dir: string, now: string, told: SettingValues): readonly Trouble[] {
  const hours = serverNumber(told, 'ALERTA_COPIA_HORAS')
  const known = stateIn(dir)
  const last = copiesIn(dir)[0]?.at ?? known?.desde
  if (last === undefined || Date.parse(now) - Date.parse(last) < hours * HOUR_MS) return []
  const why = known?.copia?.erro ? ` A última tentativa falhou: ${known.copia.erro}` : ''
  return [
    {
      tipo: 'copia',
      chave: 'automatica',
      empresa_id: null,
      texto: `Não há cópia de segurança há mais de ${hours} horas.${why}`,
    },
  ]
}
