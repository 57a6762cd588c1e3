import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'

/** Where a job stands. `duvida`: it was being sent when the agent died, and nobody knows whether it came out. */
export const STATES = ['na_fila', 'enviando', 'impressa', 'duvida'] as const
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

/** Jobs that were printed are kept, to be printed again and to know one that comes twice: so many of the newest. */
const KEPT = 1_000
/** Not looked at again before so many more were printed. */
const SLACK = 100
const ID = /^[\w-]{1,80}$/
/** What numbers of the server's papers begin with. */
export const SERVERS = 'srv-'

/** A number of a job: letters, digits, `_` and `-`. */
export const isJobId = (text: string): boolean => ID.test(text)
/** A number that somebody of this PC may give: those of the server's papers are the server's. */
export const isCallersId = (text: string): boolean => isJobId(text) && !text.startsWith(SERVERS)

/** Jobs on disk, a file each, whose name tells where it stands: what was taken is not lost with the power. */
export class Jobs {
  readonly #folder: string

  /** Jobs that an earlier run was sending are in doubt from now on. */
  constructor(folder: string) {
    this.#folder = folder
    mkdirSync(folder, { recursive: true })
    for (const { id, state } of this.list()) if (state === 'enviando') this.move(id, 'enviando', 'duvida')
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
    const path = this.#path(added.id, 'na_fila')
    const file = openSync(`${path}.parte`, 'w')
    writeFileSync(file, JSON.stringify(added))
    fsyncSync(file)
    closeSync(file)
    renameSync(`${path}.parte`, path)
  }

  read(id: string): Job | undefined {
    const state = this.stateOf(id)
    return state && v.parse(job, JSON.parse(readFileSync(this.#path(id, state), 'utf8')))
  }

  move(id: string, from: JobState, to: JobState): void {
    renameSync(this.#path(id, from), this.#path(id, to))
  }

  /** Lets go of one that waits. */
  drop(id: string): void {
    rmSync(this.#path(id, 'na_fila'), { force: true })
  }

  /** Lets go of what was printed long ago. */
  tidy(): void {
    const all = this.list().filter(({ state }) => state === 'impressa')
    if (all.length <= KEPT + SLACK) return
    const printed = all
      .flatMap(({ id }) => this.read(id) ?? [])
      .toSorted((one, other) => other.at.localeCompare(one.at))
    for (const { id } of printed.slice(KEPT)) rmSync(this.#path(id, 'impressa'), { force: true })
  }
}
