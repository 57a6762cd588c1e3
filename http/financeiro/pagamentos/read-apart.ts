import type { RetornoPagamento } from '../../../core/banking/pagamento/pagamento'
import { readRetornoPagamento } from '../../../core/banking/pagamento/read-retorno-pagamento'
import { apart, type Work } from '../../platform/apart/apart'

export const work: Work<Uint8Array, RetornoPagamento, never> = (bytes) => readRetornoPagamento(bytes)

const SECONDS = 30
const read = apart<Uint8Array, RetornoPagamento>(new URL(import.meta.url), 1)

/** Reads a bank's file of payments in a thread of its own. Throws what `readRetornoPagamento` throws, and 400 `too_complex` beyond 30 seconds. */
export const readPaymentsApart = (bytes: Uint8Array): Promise<RetornoPagamento> => read(bytes, { seconds: SECONDS })
