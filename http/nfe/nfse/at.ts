import type { Work } from '../../platform/exchange/exchange'
import { pairOf } from '../nota/sefaz-at'
import type { NfseAt } from './client'

/** The system answers in seconds; a process that dies holds a note for twice as long as this, and a little more. */
export const TIMEOUT_MS = 30_000

/** Where a company's declarations go, with its certificate. Throws NotSent without one. */
export async function nfseAt({ services, request, signal }: Work, tpAmb: '1' | '2'): Promise<NfseAt> {
  return { tpAmb, pair: await pairOf(services, request.empresa_id), services, signal, timeoutMs: TIMEOUT_MS }
}
