import { CoreError } from '../../../core/errors'
import { serviceAddress } from '../../../core/fiscal/services/authoriser'
import type { Place } from '../../../core/fiscal/services/place'
import type { Service } from '../../../core/fiscal/services/service'
import { saidIn, soapEnvelope, SoapFault } from '../../../core/fiscal/services/soap'
import type { KeyPair } from '../../cadastros/empresa/certificado/certificado'
import type { Services } from '../../platform/app'
import { type Answered, CallFailed } from '../../platform/outside/call'
import { certifiedCall } from './certified-call'

/** Who calls an authority, and how long it may take. */
export interface Caller {
  readonly pair: Pick<KeyPair, 'key' | 'cert' | 'chain'>
  readonly services: Pick<Services, 'sefazUrl' | 'sefazCa'>
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs?: number
}

/** Where a document's authority is, and who calls it. */
export interface SefazAt extends Place, Caller {}

const TIMEOUT_MS = 60_000
/** Fifty documents of the distribution, packed, stay below it. */
const ANSWER_LIMIT = 15_000_000
/** Statuses of what stands before a service: the request did not come to it. */
const NOT_TAKEN: ReadonlySet<number> = new Set([
  400, 401, 403, 404, 405, 406, 410, 411, 413, 414, 415, 421, 429, 495, 496,
])

/** What one call asks. */
export interface Asked {
  readonly service: Service
  readonly content: string
  /** Of the national environment, whatever the document's place. */
  readonly national?: boolean
}

/**
 * Calls a service with the company's certificate, and answers its text. Throws CallFailed, whose `sent` tells whether the authority may have taken what it was
 * sent: not where no connection came about, something before the service refused the call, or the service says that the message itself was at fault.
 */
export function soapCall(at: SefazAt, { service, content, national }: Asked): Promise<string> {
  const { url, action } = serviceAddress(service, at, national)
  return soapPost(at, { url, action, envelope: soapEnvelope(service, content) })
}

/** One call of any service, as `soapCall`: where it is, its action, and the whole envelope. */
export async function soapPost(
  at: Caller,
  { url, action, envelope }: { readonly url: string; readonly action: string; readonly envelope: string },
): Promise<string> {
  const { pair, signal, services } = at
  const answered = await certifiedCall(
    { pair, signal, server: services.sefazUrl, ca: services.sefazCa },
    {
      url,
      method: 'POST',
      headers: { 'Content-Type': `application/soap+xml; charset=utf-8; action="${action}"` },
      body: envelope,
      timeoutMs: at.timeoutMs ?? TIMEOUT_MS,
      limit: ANSWER_LIMIT,
    },
  )
  if (answered.status !== 200) throw refusalOf(answered)
  return answered.text
}

/** An answer that is none: a fault in the body tells more than the status. */
function refusalOf({ status, text }: Answered): CallFailed {
  const fault = faultIn(text)
  if (fault) return new CallFailed(fault.message, { sent: !fault.ours, cause: fault })
  return new CallFailed(`O serviço da SEFAZ respondeu com o erro HTTP ${status}.`, { sent: !NOT_TAKEN.has(status) })
}

function faultIn(text: string): SoapFault | undefined {
  try {
    saidIn(text, 'Fault')
  } catch (error) {
    if (error instanceof SoapFault) return error
  }
  return undefined
}

/** Reads an answer: what cannot be read, or answers something else, leaves open whether the request was taken. A fault of the message itself does not. */
export function readAnswer<A>(text: string, read: (text: string) => A): A {
  try {
    return read(text)
  } catch (error) {
    if (!(error instanceof CoreError)) throw error
    throw new CallFailed(error.message, { sent: !(error instanceof SoapFault && error.ours), cause: error })
  }
}
