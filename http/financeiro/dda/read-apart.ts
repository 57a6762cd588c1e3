import { readDda, type VarreduraDda } from '../../../core/banking/pagamento/dda'
import { apart, type Work } from '../../platform/apart/apart'

export const work: Work<Uint8Array, VarreduraDda, never> = (bytes) => readDda(bytes)

/** The largest file takes some seconds; one made to be slow is not waited for. */
const SECONDS = 30
const read = apart<Uint8Array, VarreduraDda>(new URL(import.meta.url), 1)

/** Reads a sweep of the DDA in a thread of its own. Throws what `readDda` throws, and 400 `too_complex` beyond 30 seconds. */
export const readApart = (bytes: Uint8Array): Promise<VarreduraDda> => read(bytes, { seconds: SECONDS })
