import { lotReceipt, type LotReceipt, lotResult, type LotResult } from '../../../core/fiscal/gnre/answers'
import {
  guideQueryRequest,
  type GuideQuery,
  lotResultRequest,
  stateRulesRequest,
} from '../../../core/fiscal/gnre/lot-xml'
import { stateRulesAnswer, type StateRules } from '../../../core/fiscal/gnre/rules'
import { gnreAddress, gnreEnvelope, type GnreService } from '../../../core/fiscal/gnre/services'
import type { TpAmb } from '../../../core/fiscal/services/requests'
import type { Answer } from '../sefaz/client'
import { type Caller, soapPost, readAnswer } from '../sefaz/soap-call'

/** The portal of the GNRE, in production or for tests, and who calls it. */
export interface GnreAt extends Caller {
  readonly tpAmb: TpAmb
}

async function ask<A>(
  at: GnreAt,
  service: GnreService,
  content: string,
  read: (text: string) => A,
): Promise<Answer<A>> {
  const envelope = gnreEnvelope(service, content)
  const text = await soapPost(at, { ...gnreAddress(service, at.tpAmb), envelope })
  return { answer: readAnswer(text, read), text }
}

/** Hands a lot of guides over, its bytes as they are: a receipt comes. Throws CallFailed like all of these; what may have been taken is asked for (`askGuides`) before anything is sent again. */
export const sendLot = (at: GnreAt, xml: string): Promise<Answer<LotReceipt>> => ask(at, 'lot', xml, lotReceipt)

/** What became of the guides of a lot, by its receipt. */
export const askLot = (at: GnreAt, numeroRecibo: string): Promise<Answer<LotResult>> =>
  ask(at, 'lotResult', lotResultRequest({ ambiente: at.tpAmb, numeroRecibo }).xml, lotResult)

/** Asks for guides by their documents of origin, up to fifty: a receipt comes. */
export const askGuides = (at: GnreAt, queries: readonly GuideQuery[]): Promise<Answer<LotReceipt>> =>
  ask(at, 'query', guideQueryRequest(queries).xml, lotReceipt)

/** What is known of guides that were asked for, by the question's receipt. */
export const askedGuides = (at: GnreAt, numeroRecibo: string): Promise<Answer<LotResult>> =>
  ask(at, 'queryResult', lotResultRequest({ ambiente: at.tpAmb, numeroRecibo }).xml, lotResult)

/** What a state asks of the guides of all its taxes. */
export const askRules = (at: GnreAt, uf: string): Promise<Answer<StateRules>> =>
  ask(at, 'rules', stateRulesRequest({ ambiente: at.tpAmb, uf }).xml, stateRulesAnswer)
