import { AsyncLocalStorage } from 'node:async_hooks'

/** What statements are asked for: a resource and what is done with it. */
export interface WorkName {
  readonly recurso: string
  readonly verbo: string
}

/** A call, a job or a turn of an exchange while it runs, and what it has asked the database so far. */
export interface Work {
  readonly name: () => WorkName
  statements: number
  databaseMs: number
}

/** A statement that has ended. Its text never holds the values that it was asked with. */
export interface Statement {
  readonly text: string
  readonly ms: number
  readonly failed: boolean
  readonly work: Work | undefined
}

const works = new AsyncLocalStorage<Work>()
const listeners: ((statement: Statement) => void)[] = []

/** Calls back after every statement of every pool of this process: quickly, and without asking the database. */
export function onStatement(tell: (statement: Statement) => void): void {
  listeners.push(tell)
}

/** Runs `run` as this work: its statements, and those of all that it begins, are counted with it. */
export function asWork<T>(name: Work['name'], run: (work: Work) => T): T {
  const work: Work = { name, statements: 0, databaseMs: 0 }
  return works.run(work, () => run(work))
}

/** Asks the database one statement, counted with the work that it is for. Throws what asking throws. */
export async function counted<T>(text: string, ask: () => Promise<T>): Promise<T> {
  const work = works.getStore()
  const from = performance.now()
  let failed = true
  try {
    const answer = await ask()
    failed = false
    return answer
  } finally {
    const ms = performance.now() - from
    if (work) {
      work.statements++
      work.databaseMs += ms
    }
    for (const tell of listeners) tell({ text, ms, failed, work })
  }
}
