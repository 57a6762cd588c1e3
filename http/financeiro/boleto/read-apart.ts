import type { Retorno } from '../../../core/banking/cnab/retorno'
import { readRetorno } from '../../../core/banking/cnab/read-retorno'
import { apart, type Work } from '../../platform/apart/apart'

export const work: Work<Uint8Array, Retorno, never> = (bytes) => readRetorno(bytes)

/** The largest file takes some seconds; one made to be slow is not waited for. */
const SECONDS = 30
const read = apart<Uint8Array, Retorno>(new URL(import.meta.url), 1)

/** Reads a bank's file in a thread of its own. Throws what `readRetorno` throws, and 400 `too_complex` beyond 30 seconds. */
export const readApart = (bytes: Uint8Array): Promise<Retorno> => read(bytes, { seconds: SECONDS })
