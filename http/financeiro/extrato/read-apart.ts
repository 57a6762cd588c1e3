import { readStatement } from '../../../core/statement/read-statement'
import type { Statement } from '../../../core/statement/statement'
import { apart, type Work } from '../../platform/apart/apart'

export const work: Work<Uint8Array, Statement, never> = (bytes) => readStatement(bytes)

/** The largest statement takes a second; a file made to be slow is not waited for. */
const SECONDS = 10
const read = apart<Uint8Array, Statement>(new URL(import.meta.url), 1)

/** Reads a statement in a thread of its own. Throws what `readStatement` throws, and 400 `too_complex` beyond 10 seconds. */
export const readApart = (bytes: Uint8Array): Promise<Statement> => read(bytes, { seconds: SECONDS })
