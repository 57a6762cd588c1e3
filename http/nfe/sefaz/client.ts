import {
  authoriseAnswer,
  type AuthoriseAnswer,
  distributionAnswer,
  type DistributionAnswer,
  eventAnswer,
  type EventAnswer,
  queryAnswer,
  type QueryAnswer,
  receiptAnswer,
  type ReceiptAnswer,
  statusAnswer,
  type StatusAnswer,
  taxpayerAnswer,
  type TaxpayerAnswer,
  voidAnswer,
  type VoidAnswer,
} from '../../../core/fiscal/services/answers'
import { placeOfKey } from '../../../core/fiscal/services/authoriser'
import { eventLot } from '../../../core/fiscal/services/event'
import {
  authoriseRequest,
  bareXml,
  type DistributionKey,
  distributionRequest,
  type Lot,
  queryRequest,
  receiptRequest,
  statusRequest,
  type TaxpayerKey,
  taxpayerRequest,
} from '../../../core/fiscal/services/requests'
import { findUf, type Uf } from '../../../core/br/uf'
import { CallFailed } from '../../platform/outside/call'
import { type Asked, readAnswer, type SefazAt, soapCall } from './soap-call'

/** An answer as it was read, and as it came: the text is what is kept. */
export interface Answer<A> {
  readonly answer: A
  readonly text: string
}

async function ask<A>(at: SefazAt, asked: Asked, read: (text: string) => A): Promise<Answer<A>> {
  const text = await soapCall(at, asked)
  return { answer: readAnswer(text, read), text }
}

const codeOf = (UF: Uf): string => findUf(UF)?.codigo ?? ''

/** Is the authority of this place at work? 107 yes, 108 and 109 no; a virtual SEFAZ of contingency says 113 or 114 where the UF has not switched it on. */
export const status = (at: SefazAt): Promise<Answer<StatusAnswer>> =>
  ask(at, { service: 'status', content: statusRequest({ tpAmb: at.tpAmb, cUF: codeOf(at.UF) }) }, statusAnswer)

/**
 * Sends signed documents to be authorised, their bytes as they are. One is answered at once; more than one by a receipt. What became of each is in its protocol.
 * Throws CallFailed like all of these; what may have been taken must be asked for by its key (`query`) before anything is sent again.
 */
export async function authorise(at: SefazAt, lot: Lot): Promise<Answer<AuthoriseAnswer>> {
  const said = await ask(at, { service: 'authorise', content: authoriseRequest(lot) }, authoriseAnswer)
  const strange = said.answer.protocols.find(({ chNFe }) => !lot.notes.some((one) => one.includes(`"NFe${chNFe}"`)))
  if (strange) throw otherDocument()
  return said
}

const otherDocument = () => new CallFailed('A SEFAZ respondeu sobre outra nota.')

/** What became of a lot that was answered by a receipt. 105: still at work. */
export const receipt = (at: SefazAt, nRec: string): Promise<Answer<ReceiptAnswer>> =>
  ask(at, { service: 'receipt', content: receiptRequest({ tpAmb: at.tpAmb, nRec }) }, receiptAnswer)

/** What the authority that the key itself names (UF, model, way of issuing) knows of it. 217: it has no such document. */
export async function query(at: Omit<SefazAt, 'UF' | 'mod' | 'tpEmis'>, chNFe: string): Promise<Answer<QueryAnswer>> {
  const place = { ...at, ...placeOfKey(chNFe, at.tpAmb) }
  const said = await ask(place, { service: 'query', content: queryRequest({ tpAmb: at.tpAmb, chNFe }) }, queryAnswer)
  const about = said.answer.chNFe ?? said.answer.protocol?.chNFe ?? chNFe
  if (about !== chNFe) throw otherDocument()
  return said
}

/** Signed events of one kind. Manifestations and the EPEC of NF-e go to the national environment, the others to the authority of `at`. */
export function sendEvent(
  at: SefazAt,
  { idLote, events }: { readonly idLote: string; readonly events: readonly string[] },
): Promise<Answer<EventAnswer>> {
  const kind = /<tpEvento>(\d{6})<\/tpEvento>/.exec(events[0] ?? '')?.[1] ?? ''
  const service = kind === '110140' ? 'epec' : 'event'
  return ask(at, { service, content: eventLot(idLote, events), national: kind.startsWith('21') }, eventAnswer)
}

/** A signed request to void numbers. */
export const voidRange = (at: SefazAt, signedXml: string): Promise<Answer<VoidAnswer>> =>
  ask(at, { service: 'void', content: bareXml(signedXml) }, voidAnswer)

/** A taxpayer's registrations in the UF of `at`. 111 one, 112 several. */
export const taxpayer = (at: SefazAt, key: TaxpayerKey): Promise<Answer<TaxpayerAnswer>> =>
  ask(at, { service: 'taxpayer', content: taxpayerRequest(at.UF, key) }, taxpayerAnswer)

/** Documents in which `CNPJ_CPF` has an interest. 137 none: an hour must pass before the next call, or 656 comes. */
export function distribute(at: SefazAt, CNPJ_CPF: string, key: DistributionKey): Promise<Answer<DistributionAnswer>> {
  const content = distributionRequest({ tpAmb: at.tpAmb, cUFAutor: codeOf(at.UF), CNPJ_CPF }, key)
  return ask(at, { service: 'distribution', content }, distributionAnswer)
}
