import { AsyncLocalStorage } from 'node:async_hooks'

/** What statements are asked for: a resource and what is done with it. */
export interface WorkName {
  readonly recurso: string
  readonly verbo: string
}

/** What begins a piece of work. */
export interface Begun {
  readonly kind: 'call' | 'job' | 'exchange'
  /** Told late: a call knows its name once its route was found. */
  readonly name: () => WorkName
  /** The W3C `traceparent` of whoever asked for it. */
  readonly traceparent?: string | undefined
}

/** A call, a job or a turn of an exchange while it runs, and what it has asked the database so far. */
export interface Work extends Begun {
  statements: number
  databaseMs: number
  /** The status of a call that was answered. */
  status?: number
}

/** Something that has ended: a statement (its text never holds the values that it was asked with), or a request to an outside service. */
export interface Step {
  readonly ms: number
  readonly failed: boolean
  readonly work: Work | undefined
}
export interface Statement extends Step {
  readonly text: string
}
export interface Request extends Step {
  readonly method: string
  readonly host: string
}
export interface EndedWork extends Step {
  readonly work: Work
}

/** Who is told: quickly, and without asking the database. */
export interface Listener {
  readonly statement?: (statement: Statement) => void
  readonly request?: (request: Request) => void
  readonly work?: (work: EndedWork) => void
}

const works = new AsyncLocalStorage<Work>()
const listeners = new Set<Listener>()

/** Tells of everything that ends in this process, until what is answered is called. */
export function listen(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Runs `run` as a piece of work: its statements, and those of all that it begins, are counted with it. Throws what it throws. */
export function asWork<T>(begun: Begun, run: (work: Work) => Promise<T>): Promise<T> {
  const work: Work = { ...begun, statements: 0, databaseMs: 0 }
  return works.run(work, () =>
    timed(
      () => run(work),
      (ms, failed) => {
        for (const { work: tell } of listeners) tell?.({ ms, failed: failed || (work.status ?? 0) >= 500, work })
      },
    ),
  )
}

/** Asks the database one statement, counted with the work that it is for. Throws what asking throws. */
export function counted<T>(text: string, ask: () => Promise<T>): Promise<T> {
  const work = works.getStore()
  return timed(ask, (ms, failed) => {
    if (work) {
      work.statements++
      work.databaseMs += ms
    }
    for (const { statement } of listeners) statement?.({ text, ms, failed, work })
  })
}

/** Asks an outside service, whose host alone is told. Throws what asking throws. */
export function requested<T>({ method, host }: Pick<Request, 'method' | 'host'>, ask: () => Promise<T>): Promise<T> {
  const work = works.getStore()
  return timed(ask, (ms, failed) => {
    for (const { request } of listeners) request?.({ method, host, ms, failed, work })
  })
}

async function timed<T>(run: () => Promise<T>, ended: (ms: number, failed: boolean) => void): Promise<T> {
  const from = performance.now()
  let failed = true
  try {
    const answer = await run()
    failed = false
    return answer
  } finally {
    ended(performance.now() - from, failed)
  }
}
