import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, renameSync, rmSync } from 'node:fs'

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

/** Gives the old program its name back. What failed is kept aside until the next, for who wants to know why. */
export function swapBack(program: string): void {
  const old = `${program}.anterior`
  if (!existsSync(old)) return
  if (existsSync(program)) renameSync(program, `${program}.recusado`)
  renameSync(old, program)
}

/** What is started on probation. */
export interface Trial {
  readonly program: string
  readonly args: readonly string[]
  /** The file that it proves itself with. */
  readonly proof: string
  readonly seconds: number
}

/** Starts a program and waits for its proof. Answers the program that goes on, or undefined where it died or was silent: then it is over for certain. */
export async function onProbation({ program, args, proof, seconds }: Trial): Promise<ChildProcess | undefined> {
  rmSync(proof, { force: true })
  const child = spawn(program, [...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, [PROOF]: proof },
  })
  const ended = endOf(child)
  const deadline = Bun.sleep(seconds * 1_000).then(() => 'late' as const)
  const over = Promise.race([ended, deadline])
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
    if (child.exitCode !== null) return resolve(child.exitCode)
    child.once('error', () => resolve(1))
    child.once('exit', (code) => resolve(code ?? 1))
  })
}
