import postgres from 'postgres'

/** All connections were held for too long. */
export class PoolBusy extends Error {
  constructor() {
    super('No connection became free in time.')
  }
}

/** The database cannot be reached, or went away in the middle of what was asked. `cause` says what was seen. */
export class DatabaseAway extends Error {
  constructor(cause?: unknown) {
    super('The database is away.', { cause })
  }
}

/** It neither answers nor refuses. */
export class Silence extends DatabaseAway {}

/** Whoever asked has left: what was asked for was given up. */
export class CallerGone extends Error {
  constructor() {
    super('The caller has left.')
  }
}

/** Something was asked after the work that it belongs to had ended. */
export class WorkEnded extends Error {
  constructor() {
    super('The work that this belongs to has ended.')
  }
}

/** Others held what was asked for, for longer than anybody waits. */
export class LockHeld extends Error {
  /** `holder`: the name of the person whose work holds it, where that is known; `null` is the program itself. */
  constructor(
    readonly holder: string | null | undefined,
    cause: unknown,
  ) {
    super('Others hold it.', { cause })
  }
}

/** What was thrown, and what it was thrown for: a query builder wraps what the driver says. */
function* chainOf(error: unknown): Generator<Error> {
  for (let one = error, depth = 0; one instanceof Error && depth < 6; one = one.cause, depth++) yield one
}

/** The database's own error inside whatever was thrown. */
export function pgError(error: unknown): postgres.PostgresError | undefined {
  for (const one of chainOf(error)) if (one instanceof postgres.PostgresError) return one
  return undefined
}

/** The SQLSTATE of a database error, also when the query builder wrapped it. */
export function pgCode(error: unknown): string | undefined {
  return pgError(error)?.code
}

/** One of ours inside whatever was thrown. */
export function faultIn<T extends Error>(error: unknown, kind: abstract new (...args: never[]) => T): T | undefined {
  for (const one of chainOf(error)) if (one instanceof kind) return one
  return undefined
}

/** A server that ends, crashes or begins (57P01…3), that takes no more connections (53300), connections that break (08…). */
const SERVER_AWAY = /^(?:57P0[1-3]|53300|08...)$/
/** The driver's words, and the system's. */
const WIRE =
  /^(?:CONNECTION_|CONNECT_TIMEOUT|ECONN|EPIPE|ETIMEDOUT|EHOST|ENETUN|ENOTFOUND|EAI_AGAIN|ERR_STREAM|ERR_SOCKET)/

/** Is the connection gone, or the database? What is left of it is not used again. */
export function isAway(error: unknown): boolean {
  for (const one of chainOf(error)) {
    if (one instanceof DatabaseAway) return true
    if (!('code' in one) || typeof one.code !== 'string') continue
    if (one instanceof postgres.PostgresError ? SERVER_AWAY.test(one.code) : WIRE.test(one.code)) return true
  }
  return false
}

const DISK_FULL = '53100'
const IO_ERROR = '58030'

/** Has the database no room left on its disk? */
export function isDiskFull(error: unknown): boolean {
  const cause = pgError(error)
  return cause?.code === DISK_FULL || (cause?.code === IO_ERROR && /no space/i.test(cause.message))
}
