import type { ChildProcess } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isLater, targetOf } from '../../core/agent'
import { VERSION } from '../../core/version'
import { download, fetchManifest, NoUpdate } from './download'
import { endOf, onProbation, swap, swapBack } from './replace'

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

/** Keeps the agent's program as new as the server's: asks now and then, replaces itself, and goes back where the new one does not prove itself. */
export class Updater {
  readonly #options: UpdaterOptions
  #timer: ReturnType<typeof setTimeout> | undefined
  #child: ChildProcess | undefined

  constructor(options: UpdaterOptions) {
    this.#options = options
  }

  start(firstMs = FIRST_MS): void {
    this.#timer = setTimeout(() => void this.#look(), firstMs)
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#child?.kill('SIGTERM')
  }

  async #look(): Promise<void> {
    const child = await this.update()
    if (!child) return this.start(EVERY_MS)
    this.#child = child
    // The new program does the work, and this one ends as it does. A service of systemd starts the new one by itself: then there is one program, and no chain of them.
    if (process.env['INVOCATION_ID'] !== undefined) child.kill('SIGTERM')
    process.exit(await endOf(child))
  }

  /** Looks for a newer program once. Answers the one that has taken this one's place, which is to be waited for; undefined where nothing changed, with the reason told. */
  async update(): Promise<ChildProcess | undefined> {
    const { servidor, program, tell, key, version = VERSION } = this.#options
    const chave = key()
    const target = targetOf(process.platform, process.arch)
    if (chave === undefined || target === undefined) return undefined
    const fresh = `${program}.nova`
    try {
      const source = { servidor, chave }
      const { versao, programas } = await fetchManifest(source)
      const offered = programas.find(({ alvo }) => alvo === target)
      if (!offered || !isLater(versao, version) || this.#wasRefused(offered.sha256)) return undefined
      tell(`Atualização: baixando a versão ${versao}.`)
      await download(source, offered, fresh)
      return await this.#change(fresh, { versao, sha256: offered.sha256 })
    } catch (error) {
      rmSync(fresh, { force: true })
      if (!(error instanceof NoUpdate)) throw error
      // A server without programs is no news.
      if (!error.message.includes('404')) tell(`Atualização: ${error.message}`)
      return undefined
    }
  }

  async #change(
    fresh: string,
    { versao, sha256 }: { versao: string; sha256: string },
  ): Promise<ChildProcess | undefined> {
    const { program, args, dados, tell, pause, resume, seconds = PROBATION_S } = this.#options
    swap(program, fresh)
    await pause()
    mkdirSync(dados, { recursive: true })
    const child = await onProbation({ program, args, seconds, proof: join(dados, 'prova') })
    if (child) {
      tell(`Atualização: a versão ${versao} assumiu.`)
      return child
    }
    swapBack(program)
    this.#refuse(sha256)
    tell(`Atualização: a versão ${versao} não se conectou e foi desfeita.`)
    resume()
    return undefined
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
