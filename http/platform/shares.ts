import { availableParallelism } from 'node:os'
import { ApiError } from './errors'

/**
 * What a company may have of a server while others are at work there too. One that asks without a pause would otherwise keep everybody waiting: as many of its
 * calls would run as there are connections, and each call of a neighbour would be one among them.
 */

/** Calls of a company that run at a time beside others: one processor is these others'. With one more, a neighbour waits for more than twice what it takes alone. */
export const AT_ONCE = Math.max(1, availableParallelism() - 1)
/** A call that takes longer is a report or a file: it no longer counts, or two of them would stop their company. */
const LONG_MS = 500
/** A company is at work for so long after its last call. */
const RECENT_MS = 2_000
const MOST_WAITING = 1_000
const WAIT_MS = 10_000

interface Company {
  running: number
  last: number
  readonly waiting: (() => void)[]
}

/** Lets calls in, each by its company. */
export class Shares {
  readonly #companies = new Map<number, Company>()

  constructor(readonly now: () => number = () => performance.now()) {}

  /** Waits for its turn and answers what to do when the call is over. Throws 503 `busy` where too many wait, or one has waited too long. */
  async enter(empresa_id: number): Promise<() => void> {
    const company = this.#companies.get(empresa_id) ?? { running: 0, last: 0, waiting: [] }
    this.#companies.set(empresa_id, company)
    company.last = this.now()
    if (company.waiting.length > 0 || !this.#fits(company)) await this.#turn(company)
    else company.running++
    company.last = this.now()
    let over = false
    const leave = (): void => {
      if (over) return
      over = true
      clearTimeout(timer)
      company.running--
      this.#wake(company)
    }
    const timer = setTimeout(leave, LONG_MS)
    return leave
  }

  /** Alone, a company has the whole server. */
  #fits(company: Company): boolean {
    return company.running < AT_ONCE || !this.#hasOthers(company)
  }

  #hasOthers(company: Company): boolean {
    const since = this.now() - RECENT_MS
    for (const [id, other] of this.#companies) {
      if (other === company) continue
      if (other.running > 0 || other.waiting.length > 0 || other.last > since) return true
      this.#companies.delete(id)
    }
    return false
  }

  #turn(company: Company): Promise<void> {
    const { waiting } = company
    if (waiting.length >= MOST_WAITING) throw busy()
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        clearTimeout(timer)
        company.running++
        resolve()
      }
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(begin), 1)
        reject(busy())
      }, WAIT_MS)
      waiting.push(begin)
    })
  }

  /** One that leaves lets in who fits now: one, or all of a company that is alone again. */
  #wake(company: Company): void {
    const room = this.#hasOthers(company) ? AT_ONCE - company.running : company.waiting.length
    for (const begin of company.waiting.splice(0, Math.max(room, 0))) begin()
  }
}

const busy = () =>
  new ApiError(
    503,
    'busy',
    'O servidor está ocupado com outras chamadas da sua empresa. Tente de novo em instantes.',
    undefined,
    {
      'Retry-After': '2',
    },
  )
