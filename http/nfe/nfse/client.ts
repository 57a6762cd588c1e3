import { gunzipSync, gzipSync } from 'node:zlib'
import { messageOf } from '../../../core/errors'
import { nfseAddress } from '../../../core/fiscal/nfse/address'
import { nfseAnswer, type NfseAnswer } from '../../../core/fiscal/nfse/answers'
import type { TpAmb } from '../../../core/fiscal/services/requests'
import type { Services } from '../../platform/app'
import { CallFailed } from '../../platform/outside/call'
import { type Certified, certifiedCall } from '../sefaz/certified-call'
import type { Taken } from './port'

/** Which of the two national systems is asked, and who asks. */
export interface NfseAt {
  readonly tpAmb: TpAmb
  readonly pair: Certified['pair']
  readonly services: Pick<Services, 'nfseUrl' | 'sefazCa'>
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs?: number
}

const TIMEOUT_MS = 30_000
const ANSWER_LIMIT = 8_000_000
/** A note unpacked takes less than this. */
const XML_LIMIT = 5_000_000

/** What the system said of something that it took or refused, with the status of its answer. */
export type Told = Exclude<NfseAnswer, { readonly state: 'uncertain' }> & { readonly status: number }

/** Asks the national system. Throws CallFailed for what concludes nothing: no answer, an error of its own, a body that is none of its. */
async function ask(at: NfseAt, path: string, sent?: object): Promise<Told> {
  const { pair, services, signal, timeoutMs = TIMEOUT_MS } = at
  const { status, text } = await certifiedCall(
    { pair, signal, server: services.nfseUrl, ca: services.sefazCa },
    {
      url: nfseAddress(at.tpAmb, path),
      method: sent === undefined ? 'GET' : 'POST',
      headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
      ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
      timeoutMs,
      limit: ANSWER_LIMIT,
    },
  )
  const told = nfseAnswer(status, text)
  if (told.state === 'uncertain')
    throw new CallFailed(`O sistema nacional da NFS-e respondeu com o erro HTTP ${status}.`)
  return { ...told, status }
}

const packed = (xml: string): string => gzipSync(xml).toString('base64')

/** An XML as the system packs it. Throws CallFailed for what is none. */
function unpacked(gzip: string | null): string {
  try {
    return gunzipSync(Buffer.from(gzip ?? '', 'base64'), { maxOutputLength: XML_LIMIT }).toString('utf8')
  } catch (error) {
    throw new CallFailed(`O sistema nacional da NFS-e respondeu com um XML que não abre: ${messageOf(error)}`)
  }
}

const opened = (told: Told): Taken =>
  told.state === 'stored' ? { state: 'stored', status: told.status, xml: unpacked(told.gzip) } : told

/** Sends a signed declaration. Throws CallFailed; it is asked for by its Id then (`noteOfDps`) before anything is sent again. */
export const sendDps = async (at: NfseAt, signed: string): Promise<Taken> =>
  opened(await ask(at, 'nfse', { dpsXmlGZipB64: packed(signed) }))

/** The note that was made of a declaration; undefined where the system says that there is none. Throws CallFailed. */
export async function noteOfDps(at: NfseAt, idDps: string): Promise<string | undefined> {
  const found = await ask(at, `dps/${idDps}`)
  if (found.state === 'refused') return absent(found)
  const note = await ask(at, `nfse/${found.chNFSe ?? ''}`)
  return note.state === 'stored' ? unpacked(note.gzip) : absent(note)
}

/** Sends a signed request for an event of a note. Throws CallFailed; the event is asked for then (`eventOf`) before anything is sent again. */
export const sendNfseEvent = async (at: NfseAt, chNFSe: string, signed: string): Promise<Taken> =>
  opened(await ask(at, `nfse/${chNFSe}/eventos`, { pedidoRegistroEventoXmlGZipB64: packed(signed) }))

/** An event of a note as it was registered, the first of its kind; undefined where the system says that there is none. Throws CallFailed. */
export async function eventOf(at: NfseAt, chNFSe: string, tpEvento: string): Promise<string | undefined> {
  const found = await ask(at, `nfse/${chNFSe}/eventos/${tpEvento}/1`)
  return found.state === 'stored' ? unpacked(found.gzip) : absent(found)
}

/** Only 404 says that there is none. */
function absent({ status, errors }: Extract<Told, { readonly state: 'refused' }>): undefined {
  if (status === NOT_FOUND) return undefined
  throw new CallFailed(errors.map(({ codigo, descricao }) => `${codigo} · ${descricao}`).join('; '))
}

const NOT_FOUND = 404
