import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { writeWhole } from '../write-whole'

/** Where a job stands. `duvida`: it was being sent when the agent died, and nobody knows whether it came out. `recusada`: its printer does not take it, now or later. */
const STATES = ['na_fila', 'enviando', 'impressa', 'duvida', 'recusada'] as const
export type JobState = (typeof STATES)[number]

const job = v.object({
  id: v.string(),
  printer: v.string(),
  filename: v.string(),
  /** The bytes, in base64. */
  contents: v.string(),
  at: v.string(),
  /** A model of BarTender; '' for bytes that go to the printer as they are. */
  bartender: v.optional(v.string(), ''),
})
export type Job = v.InferOutput<typeof job>

/** Where a job stands that is not on its way any more. */
const ENDED: ReadonlySet<JobState> = new Set(['impressa', 'duvida', 'recusada'])
/** Those are kept, to be printed again and to know one that comes twice: so many of the newest. */
const KEPT = 1_000
/** Not looked at again before so many more have ended. */
const SLACK = 100
const ID = /^[\w-]{1,80}$/
/** What numbers of the server's papers begin with. */
export const SERVERS = 'srv-'

/** A number that somebody of this PC may give: letters, digits, `_` and `-`. Those of the server's papers are the server's. */
export const isCallersId = (text: string): boolean => ID.test(text) && !text.startsWith(SERVERS)

/** Jobs on disk, a file each, whose name tells where it stands: what was taken is not lost with the power. */
export class Jobs {
  readonly #folder: string

  /** Jobs that an earlier run was sending are in doubt from now on. */
  constructor(folder: string) {
    this.#folder = folder
    mkdirSync(folder, { recursive: true })
    for (const { id, state } of this.list()) if (state === 'enviando') this.move(id, 'duvida')
  }

  #path(id: string, state: JobState): string {
    return join(this.#folder, `${id}.${state}`)
  }

  /** All jobs by number; the file's own name is all that is read. */
  list(): readonly { readonly id: string; readonly state: JobState }[] {
    return readdirSync(this.#folder).flatMap((name) => {
      const at = name.lastIndexOf('.')
      const state = STATES.find((one) => one === name.slice(at + 1))
      return state === undefined ? [] : [{ id: name.slice(0, at), state }]
    })
  }

  stateOf(id: string): JobState | undefined {
    return STATES.find((state) => existsSync(this.#path(id, state)))
  }

  /** Stores a job to the disk before anything is done with it, and before anything else is asked for: those of one number are one job. */
  add(added: Job): void {
    writeWhole(this.#path(added.id, 'na_fila'), JSON.stringify(added))
  }

  read(id: string): Job | undefined {
    const state = this.stateOf(id)
    return state && v.parse(job, JSON.parse(readFileSync(this.#path(id, state), 'utf8')))
  }

  /** It stands so from now on. Throws what the disk says. */
  move(id: string, to: JobState): void {
    const from = this.stateOf(id)
    if (from !== undefined) renameSync(this.#path(id, from), this.#path(id, to))
  }

  /** Lets go of one that waits. */
  drop(id: string): void {
    rmSync(this.#path(id, 'na_fila'), { force: true })
  }

  /** Lets go of what ended long ago. */
  tidy(): void {
    const ended = this.list().filter(({ state }) => ENDED.has(state))
    if (ended.length <= KEPT + SLACK) return
    const newest = ended
      .map(({ id, state }) => this.#path(id, state))
      .map((path) => ({ path, at: statSync(path).mtimeMs }))
      .toSorted((one, other) => other.at - one.at)
    for (const { path } of newest.slice(KEPT)) rmSync(path, { force: true })
  }
}
