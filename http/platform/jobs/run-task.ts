import { sql } from 'drizzle-orm'
import { type Db, SYSTEM } from '../../db/pool'
import { tellChangedNamed } from '../changed'
import { clockOf, ctxOf, type Services } from '../app'
import { toApiError } from '../error-answer'
import { rowsOf } from '../context'
import type { Row } from '../resource'
import { log } from '../log'
import { outageOf } from '../outage'
import { actorOfUser } from '../session'
import type { Job, JobWork, Progress } from './job'

const WRITE_EVERY_MS = 250
const DETAIL_LIMIT = 65_536

/** What the queue tells of the run. */
export interface TaskRun {
  readonly services: Services
  readonly tarefa_id: number
  /** Aborted by a cancel or by the server's stop. */
  readonly signal: AbortSignal
  /** Is another try left when this one breaks off? */
  readonly retryable: boolean
}

/** What a task says that the server's end cut off, where no try is left. */
export const STOPPED = 'O servidor parou no meio desta tarefa. Nada ficou pela metade: peça de novo.'

/** The database, or the lock that says who runs it, was lost: the reason of its signal. */
export const LOST = 'lost'

/** Somebody cancelled the task: the reason of its signal. */
export const CANCELLED = 'cancelled'

/**
 * Runs one task from beginning to end and records how it ended. Throws only when it is to be tried again: a rule's refusal, a cancel and
 * the last failure are ends of their own.
 */
export async function runTask(job: Job, run: TaskRun): Promise<void> {
  const { services, tarefa_id, signal } = run
  const task = await begin(services, tarefa_id)
  if (!task) return
  try {
    const result = await job.run(await workOf(run, task))
    await finish(services, tarefa_id, { status: 'concluida', erro: null, resultado: result ?? null })
  } catch (error) {
    if (signal.aborted && signal.reason === CANCELLED)
      return finish(services, tarefa_id, { status: 'cancelada', erro: null, resultado: null })
    const refusal = toApiError(error)
    // What stood in its way may be gone at the next try: others who were busy, a database that went away.
    const passing = outageOf(error) !== undefined || signal.reason === LOST
    const again = (refusal === undefined || passing) && run.retryable
    if (!refusal)
      log.error('A tarefa {id} ({name}) falhou: {error}', { id: tarefa_id, name: job.name, error: describe(error) })
    if (again) {
      await touch(services, tarefa_id, sql`status = 'na_fila', nota = 'Será tentada de novo.'`)
      throw error
    }
    const failure = signal.aborted ? STOPPED : 'Ocorreu uma falha. Tente de novo; se continuar, informe o suporte.'
    const erro = refusal?.message ?? failure
    await finish(services, tarefa_id, {
      status: 'falhou',
      erro,
      resultado: refusal?.errors ? { errors: refusal.errors } : null,
    })
  }
}

const describe = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error))

/** Marks the task as running and gives it with its input; undefined when it is over already. */
function begin(services: Services, id: number): Promise<Row | undefined> {
  return services.pool.transaction(SYSTEM, async (db) => {
    const [task] = await rowsOf(
      { db },
      sql`update tarefa t set status = 'em_andamento', "dhInicio" = coalesce("dhInicio", ${clockOf(services).now()}), nota = null, versao = versao + 1
          from tarefa_dados d where t.id = ${id} and d.tarefa_id = t.id and t.status in ('na_fila', 'em_andamento')
          returning t.user_id, t.empresa_id, d.entrada`,
    )
    if (task) await announceTask(db, id)
    return task
  })
}

interface End {
  readonly status: 'concluida' | 'falhou' | 'cancelada'
  readonly erro: string | null
  readonly resultado: object | null
}

async function finish(services: Services, id: number, end: End): Promise<void> {
  await services.pool.transaction(SYSTEM, async (db) => {
    const done = end.status === 'concluida' ? sql`, feito = greatest(feito, total)` : sql``
    await db.execute(
      sql`update tarefa set status = ${end.status}, erro = ${end.erro?.slice(0, 2000) ?? null}, nota = null, "dhFim" = ${clockOf(services).now()}, versao = versao + 1 ${done}
          where id = ${id}`,
    )
    await db.execute(
      sql`update tarefa_dados set resultado = ${end.resultado === null ? null : JSON.stringify(end.resultado)}::jsonb where tarefa_id = ${id}`,
    )
    await announceTask(db, id)
  })
}

async function touch(services: Services, id: number, sets: ReturnType<typeof sql>): Promise<void> {
  await services.pool.transaction(SYSTEM, async (db) => {
    await db.execute(sql`update tarefa set ${sets}, versao = versao + 1 where id = ${id}`)
    await announceTask(db, id)
  })
}

const announceTask = (db: Db, id: number): Promise<void> => tellChangedNamed(db, 'tarefa', id)

async function workOf(run: TaskRun, task: Row): Promise<JobWork<unknown>> {
  const { services, signal, tarefa_id } = run
  const actor = await actorOfUser(services.pool, Number(task.user_id), Number(task.empresa_id))
  return {
    tarefa_id,
    input: task.entrada,
    services,
    signal,
    transaction: (work) =>
      services.pool.transaction({ empresas: actor.empresas, timeZone: SYSTEM.timeZone, user: actor.id }, (db) =>
        work(ctxOf(services, db, actor)),
      ),
    progress: progressOf(services, tarefa_id, signal),
  }
}

/** Writes how far the task is, at most every quarter of a second; what comes in between is told with the next. */
function progressOf(services: Services, id: number, signal: AbortSignal): (now: Progress) => Promise<void> {
  let last = -Infinity
  return async ({ done, total, note, detail }) => {
    signal.throwIfAborted()
    if (performance.now() - last < WRITE_EVERY_MS && done < total) return
    last = performance.now()
    const text = detail === undefined ? undefined : JSON.stringify(detail)
    if (text !== undefined && text.length > DETAIL_LIMIT) throw new Error('The detail of a progress has at most 64 kB.')
    const count = (value: number) => Math.max(0, Math.min(2_147_483_647, Math.round(value)))
    await services.pool.transaction(SYSTEM, async (db) => {
      await db.execute(
        sql`update tarefa set feito = ${count(done)}, total = ${count(total)}, nota = ${note?.slice(0, 500) ?? null}, versao = versao + 1 where id = ${id}`,
      )
      if (text !== undefined)
        await db.execute(sql`update tarefa_dados set detalhe = ${text}::jsonb where tarefa_id = ${id}`)
      await announceTask(db, id)
    })
  }
}
