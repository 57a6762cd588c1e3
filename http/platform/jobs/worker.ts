import { Logger, parseCronItems, run, type Runner, runOnce, type Task, type TaskList } from 'graphile-worker'
import * as v from 'valibot'
import { SYSTEM } from '../../db/pool'
import { queueAddress } from '../../db/queue-address'
import { asWork } from '../../db/work'
import { clockOf, type Services } from '../app'
import { CHANGED } from '../changed'
import { log } from '../log'
import { CANCEL_CHANNEL } from './cancela'
import { allBackgroundJobs, allJobs, AT_ONCE_OF_A_COMPANY, type BackgroundRun, type Job, regularJobs } from './job'
import { Keeper, LOCK_CLASS } from './keeper'
import { queueJob } from './queue'
import { CANCELLED, LOST, runTask, STOPPED } from './run-task'

/** Jobs that one server process runs at a time: one more than a company may have of its own. */
const CONCURRENCY = AT_ONCE_OF_A_COMPANY + 1
const POLL_MS = 2_000
const PATIENCE_MS = 5_000
/** A runner that broke off (its job could not be given back while the database was away) is followed by another. */
const AGAIN_MS = 500
const SWEEP_MS = 15_000
const TASK_PAYLOAD = v.object({ tarefa_id: v.number() })

/** A worker at work in this process. */
export interface JobWorker {
  /** Lets running jobs end (some seconds), aborts the rest, and stops. */
  stop(): Promise<void>
}

const logger = new Logger(() => (level, message) => {
  if (level === 'error' || level === 'warning') log.warn('Fila de tarefas: {message}', { message })
})

/**
 * Runs queued work in this process, with graphile-worker. Any number of processes may; a job runs in one. While a job runs, this process holds an
 * advisory lock of its number: when a process dies the lock goes with it, and any other takes the job up again within seconds, or, when no try is left, says that it failed.
 * A worker that stops lets running jobs end for `patienceMs`, or some seconds.
 */
export async function startWorker(services: Services, patienceMs = 0): Promise<JobWorker> {
  const { url } = services.pool
  const running = new Map<number, AbortController>()
  // Without the lock another process takes the job up: this one lets go of it.
  const keeper = new Keeper(url, () => {
    for (const one of running.values()) one.abort(LOST)
  })
  const unlisten = await services.pool.listen(CANCEL_CHANNEL, (id) => running.get(Number(id))?.abort(CANCELLED))
  await sweep(services, keeper)
  const runner = await lasting(() =>
    run({
      connectionString: queueAddress(url),
      concurrency: CONCURRENCY,
      maxPoolSize: CONCURRENCY + 1,
      pollInterval: POLL_MS,
      preset: { worker: { gracefulShutdownAbortTimeout: Math.max(PATIENCE_MS, patienceMs) } },
      noHandleSignals: true,
      logger,
      taskList: taskList({ services, keeper, running }),
      parsedCronItems: parseCronItems(
        regularJobs().map(([task, match]) => {
          const { key: jobKey, queue: queueName } = oneAtATime(task)
          return { task, match, options: { maxAttempts: 1, jobKey, queueName } }
        }),
      ),
    }),
  )
  await startRegular(services)
  const timer = setInterval(() => void sweep(services, keeper).catch(report), SWEEP_MS)
  return {
    stop: async () => {
      clearInterval(timer)
      await unlisten()
      await runner.stop()
      await keeper.close()
    },
  }
}

/** Runs a runner, and another after it whenever it ends by itself. */
async function lasting(begin: () => Promise<Runner>): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController()
  let runner = await begin()
  const follow = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await runner.promise.catch(report)
      if (stopping.signal.aborted) return
      await Bun.sleep(AGAIN_MS)
      runner = await begin().catch((error: unknown) => {
        report(error)
        return runner
      })
    }
  }
  const following = follow()
  return {
    stop: async () => {
      stopping.abort()
      await runner.stop().catch(report)
      await following
    },
  }
}

/**
 * What runs by the clock runs one at a time over all servers, so that none writes down what it saw before another did, and one at most waits: a look that takes long,
 * or fails each time, gathers none behind it.
 */
const oneAtATime = (name: string) => ({ key: `relogio:${name}`, queue: `relogio:${name}` })

/** What runs by the clock also looks once when a server starts: nothing that waits depends on who started what before. */
async function startRegular({ pool }: Services): Promise<void> {
  await pool.transaction(SYSTEM, async (db) => {
    for (const [name] of regularJobs()) await queueJob(db, name, {}, { ...oneAtATime(name), attempts: 5 })
  })
}

/** Runs everything that is due, now, in this call: for tests and for the terminal. */
export async function runDueJobs(services: Services): Promise<void> {
  const { url } = services.pool
  const keeper = new Keeper(url)
  try {
    await runOnce({
      connectionString: queueAddress(url),
      concurrency: 1,
      maxPoolSize: 2,
      noHandleSignals: true,
      logger,
      taskList: taskList({ services, keeper, running: new Map() }),
    })
  } finally {
    await keeper.close()
  }
}

interface Setting {
  readonly services: Services
  readonly keeper: Keeper
  readonly running: Map<number, AbortController>
}

function taskList(setting: Setting): TaskList {
  return Object.fromEntries([
    ...allJobs().map((job) => [job.name, locked(setting, taskOf(setting, job))]),
    ...[...allBackgroundJobs()].map(([name, { run: work }]) => [name, locked(setting, backgroundOf(setting, work))]),
  ])
}

/** Holds the job's lock while it runs. */
function locked({ keeper }: Setting, task: Task): Task {
  return (payload, helpers) => {
    const name = () => ({ recurso: 'tarefa', verbo: helpers.job.task_identifier })
    return keeper.hold(lockNumber(helpers.job.id), () =>
      asWork({ kind: 'job', name }, async () => void (await task(payload, helpers))),
    )
  }
}

function taskOf({ services, running }: Setting, job: Job): Task {
  return async (payload, { job: queued, abortSignal }) => {
    const { tarefa_id } = v.parse(TASK_PAYLOAD, payload)
    const cancel = new AbortController()
    running.set(tarefa_id, cancel)
    try {
      await runTask(job, {
        services,
        tarefa_id,
        signal: AbortSignal.any([cancel.signal, abortSignal]),
        retryable: queued.attempts < queued.max_attempts,
      })
    } finally {
      running.delete(tarefa_id)
    }
  }
}

function backgroundOf({ services }: Setting, work: BackgroundRun): Task {
  return (payload, { job, abortSignal }) =>
    work(payload, { services, signal: abortSignal, attempt: job.attempts, attempts: job.max_attempts })
}

/** Numbers of jobs are 64 bits wide, those of locks 32. */
const lockNumber = (id: string): number => Number(BigInt(id) % 2_147_483_647n)

/**
 * Gives back the jobs of processes that are gone, forgets old ones that were given up and that nobody tries again, and ends the tasks that nobody will take up again:
 * a restored copy has none of the queue.
 */
async function sweep(services: Services, keeper: Keeper): Promise<void> {
  await keeper.run(`
    select graphile_worker.force_unlock_workers(array_agg(distinct j.locked_by))
    from graphile_worker._private_jobs j
    where j.locked_at < now() - interval '10 seconds' and not exists (
      select 1 from pg_locks l
      where l.locktype = 'advisory' and l.granted and l.classid = ${LOCK_CLASS} and l.objid = (j.id % 2147483647)::oid
        and l.database = (select d.oid from pg_database d where d.datname = current_database()))
    having count(*) > 0`)
  await keeper.run(
    `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
    where t.id = j.task_id and t.identifier = any ($1::text[]) and j.locked_at is null and j.attempts >= j.max_attempts
      and j.updated_at < now() - interval '30 days'`,
    [`{${[...regularJobs(), ...allJobs().map(({ name }) => [name])].map(([name]) => name).join(',')}}`],
  )
  const ended = await keeper.run(
    `update tarefa t set status = 'falhou', erro = $1, "dhFim" = $2, nota = null, versao = versao + 1
    where t.status in ('na_fila', 'em_andamento') and not exists (
      select 1 from graphile_worker._private_jobs j
      where j.key = 'tarefa:' || t.id and (j.locked_at is not null or j.attempts < j.max_attempts))
    returning t.id, t.empresa_id`,
    [STOPPED, clockOf(services).now()],
  )
  for (const { id, empresa_id } of ended)
    await keeper.run(`select pg_notify($1, $2)`, [CHANGED, JSON.stringify({ resource: 'tarefa', id, empresa_id })])
}

function report(error: unknown): void {
  log.warn('Fila de tarefas: {error}', { error: String(error) })
}
