import { appendFileSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

const MOST_BYTES = 2 ** 20
const KEPT = 5

/** Writes lines to a file with their time, at most so many bytes of it and so many older files: a PC at a counter is not looked after. Never throws. */
export class Log {
  readonly #path: string
  readonly #most: number

  constructor(path: string, most = MOST_BYTES) {
    this.#path = path
    this.#most = most
  }

  tell(line: string): void {
    try {
      mkdirSync(dirname(this.#path), { recursive: true })
      if (existsSync(this.#path) && statSync(this.#path).size >= this.#most) this.#turn()
      appendFileSync(this.#path, `${new Date().toISOString()} ${line}\n`, { mode: 0o600 })
    } catch {
      // What cannot be written down is said on the terminal alone.
    }
  }

  /** `agente.log` becomes `agente.log.1`, and so on; the oldest goes. */
  #turn(): void {
    rmSync(`${this.#path}.${KEPT}`, { force: true })
    for (let n = KEPT - 1; n >= 0; n--) {
      const from = n === 0 ? this.#path : `${this.#path}.${n}`
      if (existsSync(from)) renameSync(from, `${this.#path}.${n + 1}`)
    }
  }
}
