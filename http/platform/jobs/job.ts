import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Services } from '../app'
import type { Ctx } from '../context'
import { insert } from '../engine/write'
import { queueJob } from './queue'
import { tarefa } from './tarefa'

/** How far a task is. */
export interface Progress {
  readonly done: number
  /** 0 while it is not known. */
  readonly total: number
  readonly note?: string
  /** Anything that the screen shows meanwhile: JSON, at most 64 kB. */
  readonly detail?: object
}

/** What a job works with. */
export interface JobWork<Input> {
  readonly tarefa_id: number
  readonly input: Input
  readonly services: Services
  /** A transaction as the user who asked, in the company they asked for: rights, row-level security and audit are theirs. */
  readonly transaction: <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>
  /** Shown live and kept; written at most four times a second. Throws when the task was cancelled. */
  readonly progress: (now: Progress) => Promise<void>
  /** Aborted when somebody cancels the task or the server stops. */
  readonly signal: AbortSignal
}

/** A kind of task that people ask for and watch. */
export interface Job<S extends v.GenericSchema = v.GenericSchema> {
  readonly name: string
  readonly title: string
  readonly input: S
  readonly attempts: number
  readonly run: (work: JobWork<unknown>) => Promise<object | void>
}

/** Work of the program itself: a delivery, a clean-up. It throws to be tried again. */
export type BackgroundRun = (
  payload: unknown,
  work: {
    readonly services: Services
    readonly signal: AbortSignal
    readonly attempt: number
    readonly attempts: number
  },
) => Promise<void>

const jobs = new Map<string, Job>()

/** Work of the program itself, and when it runs unasked: five fields as cron has them, in UTC. */
interface BackgroundJob {
  readonly run: BackgroundRun
  readonly schedule?: string
}
const background = new Map<string, BackgroundJob>()

/**
 * Defines a kind of task. `attempts`: tries in all when the server dies or the database is away; a rule's refusal is final. A job that may
 * be tried again writes everything in one transaction, or is written so that a second run does no harm.
 */
export function job<S extends v.GenericSchema>(
  name: string,
  options: {
    readonly title: string
    readonly input: S
    readonly attempts?: number
    readonly run: (work: JobWork<v.InferOutput<S>>) => Promise<object | void>
  },
): Job<S> {
  const { title, input, attempts = 1 } = options
  const run = (work: JobWork<unknown>) => options.run({ ...work, input: v.parse(input, work.input) })
  const defined = { name, title, input, attempts, run }
  claim(name)
  jobs.set(name, defined)
  return defined
}

/** Defines work of the program itself, queued with `queueJob`. With a `schedule` it also runs by the clock, and once when a server starts. */
export function backgroundJob(
  name: string,
  run: BackgroundRun,
  options: { readonly schedule?: string } = {},
): { readonly name: string } {
  claim(name)
  background.set(name, { run, ...options })
  return { name }
}

function claim(name: string): void {
  if (jobs.has(name) || background.has(name)) throw new Error(`The job ${name} is defined twice.`)
}

export const allJobs = (): readonly Job[] => [...jobs.values()]
export const allBackgroundJobs = (): ReadonlyMap<string, BackgroundJob> => background
/** Those that run by the clock, and when. */
export const regularJobs = (): readonly (readonly [name: string, schedule: string])[] =>
  [...background].flatMap(([name, { schedule }]) => (schedule === undefined ? [] : [[name, schedule] as const]))

/** Tasks of one company that run at a time, over all servers: one that asks for many keeps no other waiting. */
export const AT_ONCE_OF_A_COMPANY = 2

/** The key of a task's work in the queue. */
export const taskKey = (id: number): string => `tarefa:${id}`

/** Asks for a task, in the caller's transaction. `about` names the record that it is for; answers the task's id. */
export async function startJob<S extends v.GenericSchema>(
  ctx: Ctx,
  kind: Job<S>,
  input: v.InferInput<S>,
  about: { readonly model_type?: string; readonly model_id?: number; readonly title?: string } = {},
): Promise<{ tarefa_id: number }> {
  const record = await insert(ctx, tarefa, {
    empresa_id: ctx.actor.empresa_id,
    user_id: ctx.actor.id,
    nome: kind.name,
    titulo: about.title ?? kind.title,
    model_type: about.model_type ?? null,
    model_id: about.model_id ?? null,
  })
  await ctx.db.execute(
    sql`insert into tarefa_dados (tarefa_id, entrada) values (${record.id}, ${JSON.stringify(input)}::jsonb)`,
  )
  await queueJob(
    ctx.db,
    kind.name,
    { tarefa_id: record.id },
    {
      key: taskKey(record.id),
      attempts: kind.attempts,
      queue: `empresa:${ctx.actor.empresa_id}:${record.id % AT_ONCE_OF_A_COMPANY}`,
    },
  )
  return { tarefa_id: record.id }
}
