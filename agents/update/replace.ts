import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { writeWhole } from '../write-whole'

/** The environment's name for the file that a program on probation writes once the server knows it. */
export const PROOF = 'PRUMO_AGENTE_PROVA'
const LOOK_MS = 100

/** Windows lets a program that still runs be renamed, not deleted. */
function clear(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    renameSync(path, `${path}-${Date.now()}`)
  }
}

/** Takes away what `clear` only put aside, once nothing of it runs any more. What still does stays; never throws. */
export function sweep(program: string): void {
  const folder = dirname(program)
  const start = `${basename(program)}.anterior-`
  tryTo(() => {
    for (const name of readdirSync(folder))
      if (name.startsWith(start) && /^\d+$/.test(name.slice(start.length))) tryTo(() => rmSync(join(folder, name)))
  })
}

function tryTo(work: () => void): void {
  try {
    work()
  } catch {
    // The next start tries again.
  }
}

/** Puts a new program in the place of the old, which is kept beside it: by renaming, so that at every moment a whole program has the name. */
export function swap(program: string, fresh: string): void {
  const old = `${program}.anterior`
  clear(old)
  renameSync(program, old)
  try {
    renameSync(fresh, program)
  } catch (error) {
    renameSync(old, program)
    throw error
  }
}

/** Gives the old program its name back; false where there is none. What failed is kept aside until the next, for who wants to know why. */
export function swapBack(program: string): boolean {
  const old = `${program}.anterior`
  if (!existsSync(old)) return false
  if (existsSync(program)) renameSync(program, `${program}.recusado`)
  renameSync(old, program)
  return true
}

/** The file that says which program is on probation, by its digest, until that is over. */
const markOf = (dados: string): string => join(dados, 'em-prova')

/** Writes down that the program of this digest is on probation. Throws what the disk says. */
export function markUnproven(dados: string, sha256: string): void {
  mkdirSync(dados, { recursive: true })
  writeWhole(markOf(dados), sha256)
}

/** It is over, whatever came of it. */
export const clearUnproven = (dados: string): void => rmSync(markOf(dados), { force: true })

/** Gives the old program its name back where this one never proved itself: the power went meanwhile. Answers whether it did. Throws what the disk says. */
export function undoUnproven(program: string, dados: string): boolean {
  const mark = markOf(dados)
  if (!existsSync(mark)) return false
  const own = createHash('sha256').update(readFileSync(program)).digest('hex')
  const isUndone = readFileSync(mark, 'utf8') === own && swapBack(program)
  clearUnproven(dados)
  return isUndone
}

/** What is started on probation. */
interface Trial {
  readonly program: string
  readonly args: readonly string[]
  /** The file that it proves itself with. */
  readonly proof: string
  readonly seconds: number
  /** It is not waited for any longer. */
  readonly signal: AbortSignal
}

/** Starts a program and waits for its proof. Answers the program that goes on, or undefined where it died, was silent or is not waited for: then it is over for certain. */
export async function onProbation({ program, args, proof, seconds, signal }: Trial): Promise<ChildProcess | undefined> {
  rmSync(proof, { force: true })
  signal.throwIfAborted()
  const child = spawn(program, [...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, [PROOF]: proof },
  })
  const ended = endOf(child)
  const deadline = Bun.sleep(seconds * 1_000).then(() => 'late' as const)
  const unwanted = new Promise((resolve) => signal.addEventListener('abort', resolve))
  const over = Promise.race([ended, deadline, unwanted])
  while ((await Promise.race([over, Bun.sleep(LOOK_MS).then(() => undefined)])) === undefined)
    if (existsSync(proof)) {
      rmSync(proof, { force: true })
      return child
    }
  child.kill('SIGKILL')
  await ended
  return undefined
}

/** The code that a program ends with; 1 where it ended otherwise or could not be started. */
export function endOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve(child.exitCode ?? 1)
    child.once('error', () => resolve(1))
    child.once('exit', (code) => resolve(code ?? 1))
  })
}
