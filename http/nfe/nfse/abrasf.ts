import { sql } from 'drizzle-orm'
import { messageOf } from '../../../core/errors'
import { abrasfAnswer, type AbrasfAnswer } from '../../../core/fiscal/nfse/abrasf/answers'
import { readAbrasf } from '../../../core/fiscal/nfse/abrasf/read-abrasf'
import {
  askLotXml,
  askXml,
  type AbrasfWays,
  type CancelOf,
  cancelXml,
  issueXml,
  replaceXml,
  type Rps,
  rpsId,
  rpsIdentity,
} from '../../../core/fiscal/nfse/abrasf/rps-xml'
import { abrasfEnvelope, abrasfSaid, operationOf } from '../../../core/fiscal/nfse/abrasf/soap'
import { decimal } from '../../../core/money/decimal'
import { empresa } from '../../cadastros/empresa'
import { clockOf, withinCompany } from '../../platform/app'
import { type Ctx, rowsOf } from '../../platform/context'
import { load } from '../../platform/engine/write'
import { badRequest } from '../../platform/errors'
import { NotSent, type Work } from '../../platform/exchange/exchange'
import { CallFailed } from '../../platform/outside/call'
import { NoteRefused } from '../nota/issue'
import { pairOf } from '../nota/sefaz-at'
import { certifiedCall } from '../sefaz/certified-call'
import { signWithin } from '../sefaz/sign'
import { TIMEOUT_MS } from './at'
import type { Built } from './build'
import { addressOf, type City, cityOf } from './city'
import { type Nfse, nfse } from './nfse'
import type { Ending, Issued, NoteSystem, Taken, Told } from './port'

const ANSWER_LIMIT = 8_000_000
const OK = 200

/** The city of a request, and where it is. Throws NotSent where nobody said: what waits goes out once it is told. */
async function placeOf({ services, request }: Work, { cMun, tpAmb }: Told): Promise<{ city: City; url: string }> {
  const city = await withinCompany(services, request.empresa_id, (ctx) => cityOf(ctx, cMun))
  const url = city && addressOf(city, tpAmb)
  if (!city || !url) throw new NotSent(NO_ADDRESS)
  return { city, url }
}

const NO_ADDRESS = 'Falta o endereço do sistema de NFS-e do município: informe-o em “Sistemas dos municípios”.'

/** Asks a city's service. Throws CallFailed for what concludes nothing, NotSent. */
async function ask(work: Work, told: Told, message: string): Promise<AbrasfAnswer & { readonly city: City }> {
  const { city, url } = await placeOf(work, told)
  const { action, envelope } = abrasfEnvelope(message)
  const { services, signal, request } = work
  const { status, text } = await certifiedCall(
    { pair: await pairOf(services, request.empresa_id), signal, server: services.nfseUrl, ca: services.sefazCa },
    {
      url,
      method: 'POST',
      headers: { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: `"${action}"` },
      body: envelope,
      timeoutMs: TIMEOUT_MS,
      limit: ANSWER_LIMIT,
    },
  )
  if (status !== OK) throw new CallFailed(`O sistema do município respondeu com o erro HTTP ${status}.`)
  try {
    return { ...abrasfAnswer(abrasfSaid(text)), city }
  } catch (error) {
    throw new CallFailed(messageOf(error), { cause: error })
  }
}

/** The note of a receipt; undefined where the city says, by a code that means it, that there is none. Another note tells nothing of ours, least of all that it may go again. */
async function noteOf(work: Work, told: Told): Promise<string | undefined> {
  if (!told.rps) throw new NotSent('O pedido não diz de que RPS é.')
  const { notes, errors, city } = await ask(work, told, askXml(told.rps))
  if (notes.length > 0) return ownOf(notes, told) ?? otherNote()
  const absent = new Set(city.codigos_ausente.split(',').map((code) => code.trim()))
  if (errors.some(({ codigo }) => absent.has(codigo))) return undefined
  throw unclear(errors)
}

/** An answer that concludes nothing, with what the city says of it. */
const unclear = (errors: AbrasfAnswer['errors']): CallFailed =>
  new CallFailed(
    errors.map(({ codigo, descricao }) => `${codigo} · ${descricao}`).join('; ') ||
      'A resposta do município não diz o que aconteceu com a nota.',
  )

/** Of a substitution a city tells both notes: which is the one that was asked for. */
function ownOf(notes: readonly string[], { idDps }: Told): string | undefined {
  try {
    return notes.find((xml) => readAbrasf(xml).idDps === idDps)
  } catch (error) {
    throw new CallFailed(messageOf(error), { cause: error })
  }
}

function otherNote(): never {
  throw new CallFailed('O sistema do município respondeu sobre outra NFS-e.')
}

/** While a city may be at a lot that it did not answer to: that it knows no note of it says nothing. */
const LOT_MS = 15 * 60_000
const isRecent = ({ services, request }: Work): boolean =>
  Date.parse(clockOf(services).now()) - Date.parse(request.criado_em) < LOT_MS

/** A lot that the city answers later, and whose protocol never came. */
const isUnderWay = (work: Work, { protocolo }: Told): boolean =>
  protocolo === '' && operationOf(work.request.corpo) === 'RecepcionarLoteRps' && isRecent(work)

const waits = (protocolo: string): Issued => ({
  state: 'waits',
  protocolo,
  why: `O município recebeu o lote (protocolo ${protocolo}) e ainda não o processou.`,
  status: OK,
})

/** Where a lot stands, as its city names it. */
const [NOT_RECEIVED, NOT_PROCESSED, FAILED, PROCESSED] = ['1', '2', '3', '4']

/** What became of a lot that the city keeps under a protocol. What does not tell where it stands concludes nothing. */
async function lotOf(work: Work, told: Told): Promise<Issued> {
  const { protocolo, rps } = told
  if (!rps) throw new NotSent('O pedido não diz de que RPS é.')
  const { situacao, notes, errors } = await ask(work, told, askLotXml(rps, protocolo))
  if (situacao === FAILED) return { state: 'refused', errors, status: OK }
  if (situacao === NOT_PROCESSED || (situacao === NOT_RECEIVED && isRecent(work))) return waits(protocolo)
  if (situacao !== PROCESSED && situacao !== NOT_RECEIVED) throw unclear(errors)
  const xml = notes.length > 0 ? (ownOf(notes, told) ?? otherNote()) : await noteOf(work, told)
  if (xml !== undefined) return { state: 'stored', xml, status: OK }
  if (situacao === PROCESSED) throw new CallFailed('O município processou o lote, e não diz a nota que fez dele.')
  return { state: 'waits', protocolo: '', why: 'O município não tem o lote: ele é enviado de novo.', status: OK }
}

async function send(work: Work, told: Told): Promise<Issued> {
  if (told.protocolo !== '') return lotOf(work, told)
  const { notes, errors, protocolo } = await ask(work, told, work.request.corpo)
  if (protocolo !== null && errors.length === 0 && operationOf(work.request.corpo) === 'RecepcionarLoteRps')
    return waits(protocolo)
  if (notes.length === 0) return { state: 'refused', errors, status: OK }
  return { state: 'stored', xml: ownOf(notes, told) ?? otherNote(), status: OK }
}

async function sendEvent(work: Work, told: Told): Promise<Taken> {
  const { cancelled, errors } = await ask(work, told, work.request.corpo)
  if (cancelled !== null) return { state: 'stored', xml: cancelled, status: OK }
  if (errors.length === 0) throw new CallFailed('A resposta do município não diz se a nota foi cancelada.')
  return { state: 'refused', errors, status: OK }
}

async function eventOf(work: Work, told: Told): Promise<string | undefined> {
  const xml = await noteOf(work, told)
  return xml !== undefined && readAbrasf(xml).isOver ? xml : undefined
}

/** A city's own system in the layout of ABRASF 2.04: asked by the receipt (RPS) that a note is of. */
export const abrasf: NoteSystem = {
  sign: async (ctx, { note, built, pair }) => {
    const { dps } = built
    const city = await cityOf(ctx, dps.cLocEmi)
    if (!city || (city.sistema !== 'manual' && !addressOf(city, dps.tpAmb))) throw badRequest(NO_ADDRESS, 'no_address')
    const sistema = city.sistema ?? 'abrasf'
    const rps = rpsOf(built, waysOf(city))
    const id = rpsIdentity(rps)
    const message =
      note.substitui_id === null
        ? issueXml(rps)
        : replaceXml(rps, await replacedBy(ctx, city, await load(ctx, nfse, note.substitui_id)))
    const xml = signedParts(city).reduce((text, part) => signWithin(text, part, pair), message)
    const idDps = rpsId(dps.cLocEmi, id)
    const vServ = decimal(dps.valores.vServPrest.vServ).toFixed(2)
    return {
      xml,
      idDps,
      told: { sistema, chNFSe: '', tpEvento: '', idDps, digVal: digestOf(xml), cMun: dps.cLocEmi, rps: id, vServ },
    }
  },
  send,
  noteOf,
  isUnderWay,
  judge: (xml, { digVal, vServ }) => {
    const reading = readAbrasf(xml)
    const isSame = reading.digVal === null || digVal === '' || reading.digVal === digVal
    const told = decimal(reading.dps?.valores.vServPrest.vServ ?? '0')
    return { reading, isOurs: isSame && told.eq(vServ) }
  },
  sendEvent,
  eventOf,
}

/** What is signed of a message, from the inside out; what is not in it is passed over. */
const signedParts = ({ assina_rps, assina_lote }: City): readonly string[] => [
  'InfPedidoCancelamento',
  ...(assina_rps ? ['InfDeclaracaoPrestacaoServico'] : []),
  ...(assina_lote ? ['LoteRps', 'SubstituicaoNfse'] : []),
]

/** The digest of the declaration in what is sent; empty where it is not signed. */
const digestOf = (xml: string): string =>
  /<\/InfDeclaracaoPrestacaoServico><Signature[\s>][\s\S]*?<DigestValue>([^<]+)</.exec(xml)?.[1] ?? ''

const waysOf = ({ metodo, serie_rps }: City): AbrasfWays => ({ metodo: metodo ?? 'GerarNfse', serie: serie_rps })

function rpsOf({ dps, amounts, source, problems }: Built, ways: AbrasfWays): Rps {
  if (!amounts) throw new NoteRefused(problems)
  return { dps, amounts, cLocIncid: source.town.cMun, ways }
}

async function replacedBy(ctx: Ctx, city: City, replaced: Nfse): Promise<CancelOf> {
  if (!city.substitui || city.sistema === 'manual')
    throw badRequest('Este município não substitui notas pelo serviço: cancele esta, e emita outra.', 'no_replacing')
  if (replaced.sistema !== 'abrasf')
    throw badRequest('A nota a substituir é de outro sistema: cancele-a, e emita outra.', 'other_system')
  return cancelOf(ctx, replaced, String(city.codigo_erro))
}

async function cancelOf(ctx: Ctx, note: Nfse, codigo: string): Promise<CancelOf> {
  const { CNPJ_CPF, IM } = await load(ctx, empresa, note.empresa_id)
  return { nNFSe: note.nNFSe ?? '', CNPJ_CPF: CNPJ_CPF ?? '', IM, cMun: note.CodigoMunicipio ?? '', codigo }
}

/** The signed request for the end of a note, and what it is known by. Throws 400 where the city has no system any more. */
export async function signedCancel(ctx: Ctx, { note, pair, cMotivo }: Ending) {
  const cMun = note.CodigoMunicipio ?? ''
  const city = await cityOf(ctx, cMun)
  if (!city) throw badRequest(NO_ADDRESS, 'no_address')
  const codes = new Map([
    ['1', city.codigo_erro],
    ['2', city.codigo_nao_prestado],
  ])
  const codigo = codes.get(cMotivo) ?? city.codigo_outros
  const of = await cancelOf(ctx, note, String(codigo))
  // The series is the one that the city knows the receipt by, whatever is said of it since.
  const [kept] = await rowsOf(
    ctx,
    sql`select xml from nfse_xml where nfse_id = ${note.id} and tipo = 'protocolo' order by id desc limit 1`,
  )
  const { dps } = readAbrasf(String(kept?.xml))
  const rps = { numero: dps?.nDPS ?? '', serie: dps?.serie ?? '', CNPJ_CPF: of.CNPJ_CPF, IM: of.IM }
  return {
    signed: signWithin(cancelXml(of), 'InfPedidoCancelamento', pair),
    told: { sistema: 'abrasf', cMun, rps, idDps: note.idDps ?? '' } as const,
  }
}
