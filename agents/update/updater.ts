import type { ChildProcess } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isLater, targetOf } from '../../core/agent'
import { VERSION } from '../../core/version'
import { download, fetchManifest, NoUpdate } from './download'
import { clearUnproven, endOf, markUnproven, onProbation, swap, swapBack } from './replace'

/** The server is asked for a newer program so often, and the first time after so long. */
const EVERY_MS = 6 * 3_600_000
const FIRST_MS = 60_000
/** A new program has to be known by the server within this. */
const PROBATION_S = 90

export interface UpdaterOptions {
  readonly servidor: string
  /** The program's own file. */
  readonly program: string
  readonly dados: string
  /** What the new program is started with. */
  readonly args: readonly string[]
  /** The device key; undefined while the agent is not paired. */
  readonly key: () => string | undefined
  readonly tell: (line: string) => void
  /** Lets go of ports and queues, for the new program to take; and takes them again. */
  readonly pause: () => Promise<void>
  readonly resume: () => void
  readonly version?: string
  readonly seconds?: number
}

/** The file of the built program that runs; undefined where the source is run, which nobody replaces. */
export function ownProgram(): string | undefined {
  return /\$bunfs|~BUN/.test(import.meta.path) ? process.execPath : undefined
}

/** Is this process the one that systemd started? What a shell of a session of its runs has the number of another. */
const isSystemds = (): boolean => process.env['SYSTEMD_EXEC_PID'] === String(process.pid)

/** Keeps the agent's program as new as the server's: asks now and then, replaces itself, and goes back where the new one does not prove itself. */
export class Updater {
  readonly #options: UpdaterOptions
  readonly #over = new AbortController()
  #timer: ReturnType<typeof setTimeout> | undefined
  #child: ChildProcess | undefined
  #looking: Promise<void> | undefined

  constructor(options: UpdaterOptions) {
    this.#options = options
  }

  start(firstMs = FIRST_MS): void {
    this.#timer = setTimeout(() => (this.#looking = this.#look()), firstMs)
  }

  /** Ends it: a program on probation is undone, one that has taken over is told to end. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer)
    this.#over.abort()
    this.#child?.kill('SIGTERM')
    await this.#looking
  }

  async #look(): Promise<void> {
    const child = await this.update()
    if (!child) {
      if (!this.#over.signal.aborted) this.start(EVERY_MS)
      return
    }
    this.#child = child
    // The new program does the work, and this one ends as it does. A service of systemd starts the new one by itself: then there is one program, and no chain of them.
    if (isSystemds() || this.#over.signal.aborted) child.kill('SIGTERM')
    process.exit(await endOf(child))
  }

  /** Looks for a newer program once. Answers the one that has taken this one's place, which is to be waited for; undefined where nothing changed, with the reason told. Never throws. */
  async update(): Promise<ChildProcess | undefined> {
    const { servidor, program, tell, key, version = VERSION } = this.#options
    const { signal } = this.#over
    const chave = key()
    const target = targetOf(process.platform, process.arch)
    if (chave === undefined || target === undefined) return undefined
    const fresh = `${program}.nova`
    try {
      const source = { servidor, chave, signal }
      const { versao, programas } = await fetchManifest(source)
      const offered = programas.find(({ alvo }) => alvo === target)
      if (!offered || !isLater(versao, version) || this.#wasRefused(offered.sha256)) return undefined
      tell(`Atualização: baixando a versão ${versao}.`)
      await download(source, offered, fresh)
      signal.throwIfAborted()
      return await this.#change(fresh, { versao, sha256: offered.sha256 })
    } catch (error) {
      await rm(fresh, { force: true }).catch(() => undefined)
      // A server without programs is no news.
      if (!signal.aborted && !(error instanceof NoUpdate && error.isMissing))
        tell(`Atualização: ${error instanceof Error ? error.message : String(error)}`)
      return undefined
    }
  }

  async #change(
    fresh: string,
    { versao, sha256 }: { versao: string; sha256: string },
  ): Promise<ChildProcess | undefined> {
    const { program, args, dados, tell, pause, resume, seconds = PROBATION_S } = this.#options
    const { signal } = this.#over
    markUnproven(dados, sha256)
    try {
      swap(program, fresh)
    } catch (error) {
      clearUnproven(dados)
      throw error
    }
    const trial = { program, args, seconds, proof: join(dados, 'prova'), signal }
    const child = await pause()
      .then(() => onProbation(trial))
      .catch(() => undefined)
    if (child) {
      clearUnproven(dados)
      tell(`Atualização: a versão ${versao} assumiu.`)
      return child
    }
    try {
      swapBack(program)
      clearUnproven(dados)
      if (signal.aborted) return undefined
      this.#refuse(sha256)
      tell(`Atualização: a versão ${versao} não se conectou e foi desfeita.`)
      return undefined
    } finally {
      if (!signal.aborted) resume()
    }
  }

  get #refusals(): string {
    return join(this.#options.dados, 'recusadas.txt')
  }

  /** What did not prove itself once is not tried again: another build has another digest. */
  #wasRefused(sha256: string): boolean {
    try {
      return readFileSync(this.#refusals, 'utf8').includes(sha256)
    } catch {
      return false
    }
  }

  #refuse(sha256: string): void {
    writeFileSync(this.#refusals, `${sha256}\n`, { flag: 'a' })
  }
}
