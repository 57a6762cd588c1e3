import { keyPairOf } from '../../cadastros/empresa/certificado/certificado'
import { type Services, withinCompany } from '../../platform/app'
import { ApiError } from '../../platform/errors'
import { NotSent, type Work } from '../../platform/exchange/exchange'
import type { Caller, SefazAt } from '../sefaz/soap-call'

/** Authorities answer in seconds; a process that dies holds a note for twice as long as this, and a little more. */
export const TIMEOUT_MS = 30_000

/** Where a company's documents go, with its certificate. Throws NotSent without one. */
export const sefazAt = async (work: Work, place: Omit<SefazAt, keyof Caller>): Promise<SefazAt> => ({
  ...place,
  ...(await callerOf(work)),
})

/** Who calls for the company of a request. Throws NotSent without a certificate. */
export async function callerOf({ services, request, signal }: Work): Promise<Caller> {
  const pair = await pairOf(services, request.empresa_id)
  return { pair, services, signal, timeoutMs: TIMEOUT_MS }
}

/** A company's certificate, for a call. Throws NotSent without one. */
export async function pairOf(services: Services, empresa_id: number) {
  try {
    return await withinCompany(services, empresa_id, (ctx) => keyPairOf(ctx, empresa_id))
  } catch (error) {
    if (error instanceof ApiError) throw new NotSent(error.message)
    throw error
  }
}
