import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { EVENTS } from '../../../core/fields/nfe/nfe'
import { stateTime } from '../../../core/fiscal/issue/state-time'
import { placeOfKey } from '../../../core/fiscal/services/authoriser'
import { type Epec, eventXml, type EventDetail, type FiscalEvent } from '../../../core/fiscal/services/event'
import { joinEventProc } from '../../../core/fiscal/services/join'
import { SYSTEM } from '../../../core/fiscal/services/service'
import { empresa } from '../../cadastros/empresa'
import { keyPairOf } from '../../cadastros/empresa/certificado/certificado'
import { type Ctx, rowsOf } from '../../platform/context'
import { badRequest } from '../../platform/errors'
import { find, insert, load, update } from '../../platform/engine/write'
import { exchange, type Asked, type Sent, type Work } from '../../platform/exchange/exchange'
import { CallFailed } from '../../platform/outside/call'
import { advance } from '../../platform/step'
import { cancelGuidesOf } from '../gnre/of-cancelled'
import { query, sendEvent } from '../sefaz/client'
import { sign } from '../sefaz/sign'
import type { SefazAt } from '../sefaz/soap-call'
import { undoOrigin } from './effects'
import { answeredSet, answerOf, eventAnswer, type EventAnswer, laterOf, REGISTERED } from './event-answer'
import { keepXml } from './keep'
import { tellCustomer } from './mail'
import { type Nfe, nfe, nfeEvento } from './nfe'
import { refusalProblems } from './refused'
import { sefazAt } from './sefaz-at'

/** Most letters of correction a note may have (MOC 7.0, event 110110). */
const MAX_CORRECTIONS = 20
/** The announcement of a note in contingency, to the national environment. */
const EPEC = '110140'

const data = v.object({
  chNFe: v.string(),
  tpEvento: v.string(),
  nSeqEvento: v.number(),
  tpAmb: v.picklist(['1', '2']),
})

/** Events of notes: what got no answer is asked for by the note's key before it is sent again. */
export const sendsEvent = exchange('sefaz.evento', {
  title: 'Evento de nota fiscal',
  timeoutMs: 30_000,
  attempts: 14,
  atOnce: 4,
  answer: eventAnswer,
  shownAs: 'nfe',
  send,
  ask,
  settle: (ctx, request, answer) => settleEvent(ctx, Number(request.registro_id), answer, request.corpo),
})

async function send(work: Work): Promise<Sent<EventAnswer>> {
  const { chNFe, nSeqEvento, tpEvento, tpAmb } = v.parse(data, work.request.dados)
  const at = await sefazAt(work, placeOfKey(chNFe, tpAmb))
  const { answer } = await sendEvent(at, { idLote: String(work.request.id), events: [work.request.corpo] })
  const one = answer.events[0] ?? answer
  const status = Number(one.cStat)
  const later = laterOf(one)
  if (later) return later
  // 573: it was registered before; what was said then is asked for.
  if (one.cStat === '573') {
    const known = await known573(at, { chNFe, tpEvento, nSeqEvento })
    if (known) return { answer: known, status }
    if (tpEvento === EPEC) return { answer: { ...answerOf(one), registrado: true }, status }
  }
  return { answer: answerOf(one), status }
}

async function ask(work: Work): Promise<Asked<EventAnswer>> {
  const { chNFe, tpEvento, nSeqEvento, tpAmb } = v.parse(data, work.request.dados)
  const at = await sefazAt(work, placeOfKey(chNFe, tpAmb))
  const known = await known573(at, { chNFe, tpEvento, nSeqEvento })
  return known ? { answer: known } : { unknown: true }
}

type Named = Pick<v.InferOutput<typeof data>, 'chNFe' | 'tpEvento' | 'nSeqEvento'>

/**
 * What the authority has registered of an event, among all those of its note. An EPEC is announced while the note's own authority is out of order: where that cannot
 * tell of it, the same bytes go again, and the national environment knows them by their Id (573).
 */
async function known573(at: SefazAt, named: Named): Promise<EventAnswer | undefined> {
  if (named.tpEvento !== EPEC) return knownOf(at, named)
  return knownOf(at, named).catch((error: unknown) => {
    if (error instanceof CallFailed) return undefined
    throw error
  })
}

async function knownOf(at: SefazAt, { chNFe, tpEvento, nSeqEvento }: Named): Promise<EventAnswer | undefined> {
  const { answer } = await query(at, chNFe)
  if (!/^(?:100|101|124|135|150|151|155|217)$/.test(answer.cStat))
    throw new CallFailed(`${answer.cStat} · ${answer.xMotivo}`)
  const found = answer.events.find((one) => one.tpEvento === tpEvento && Number(one.nSeqEvento ?? 1) === nSeqEvento)
  return found && answerOf({ ...found, cStat: REGISTERED.has(found.cStat) ? found.cStat : '135' })
}

/** An event that is wanted: its text, and what else its kind tells. */
export type WantedEvent = (
  | { readonly tpEvento: '110110' | '110111'; readonly texto: string }
  | { readonly tpEvento: '110112'; readonly texto: string; readonly chNFeRef: string }
  | ({ readonly tpEvento: '110140' } & Omit<Epec, 'verAplic'>)
) & {
  /** The lowest sequence that it may have. */
  readonly first?: number
}

function detailOf({ nProt }: Nfe, wanted: WantedEvent): EventDetail {
  const protocol = nProt ?? ''
  switch (wanted.tpEvento) {
    case '110110':
      return { tpEvento: '110110', xCorrecao: wanted.texto }
    case '110111':
      return { tpEvento: '110111', nProt: protocol, xJust: wanted.texto.slice(0, 255) }
    case '110112': {
      const { tpEvento, texto, chNFeRef } = wanted
      return { tpEvento, nProt: protocol, xJust: texto.slice(0, 255), chNFeRef, verAplic: SYSTEM }
    }
    default:
      return { ...wanted, verAplic: SYSTEM }
  }
}

/** Signs an event of a note, keeps it and queues it, in the caller's transaction. Throws 400 while one of the same kind waits, or when the note has had all it may. */
export async function queueEvent(ctx: Ctx, note: Nfe, wanted: WantedEvent): Promise<void> {
  const { tpEvento, first = 1 } = wanted
  const pair = await keyPairOf(ctx, note.empresa_id)
  const company = await load(ctx, empresa, note.empresa_id)
  const before = await rowsOf(
    ctx,
    sql`select "nSeqEvento", situacao from nfe_evento where nfe_id = ${note.id} and "tpEvento" = ${tpEvento} order by "nSeqEvento"`,
  )
  if (before.some(({ situacao }) => situacao === 'enviando'))
    throw badRequest(`${EVENTS[tpEvento]}: a anterior ainda espera a resposta da SEFAZ.`, 'waiting')
  // A refused event has taken no number at the authority: the next one uses it again.
  const nSeqEvento = Math.max(first, before.filter(({ situacao }) => situacao === 'registrado').length + 1)
  if (tpEvento === '110110' && nSeqEvento > MAX_CORRECTIONS)
    throw badRequest(`A nota já tem ${MAX_CORRECTIONS} cartas de correção, e mais não pode ter.`, 'too_many')
  const tpAmb = note.tpAmb === 1 ? '1' : '2'
  const facts = {
    tpAmb,
    CNPJ_CPF: company.CNPJ_CPF ?? '',
    chNFe: note.chNFe ?? '',
    dhEvento: stateTime(ctx.clock.now(), company.UF ?? ''),
    nSeqEvento,
  } as const
  const event: FiscalEvent = { ...facts, ...detailOf(note, wanted) }
  const xml = sign(eventXml(event), pair)
  await rowsOf(
    ctx,
    sql`delete from nfe_evento where nfe_id = ${note.id} and "tpEvento" = ${tpEvento} and "nSeqEvento" = ${nSeqEvento} and situacao = 'recusado'`,
  )
  const row = await insert(ctx, nfeEvento, {
    empresa_id: note.empresa_id,
    nfe_id: note.id,
    tpEvento,
    nSeqEvento,
    xTexto: 'texto' in wanted ? wanted.texto : null,
    situacao: 'enviando',
    dhEvento: ctx.clock.now(),
  })
  await keepXml(ctx, note, { tipo: 'evento', xml, chNFe: facts.chNFe, tpEvento, nSeqEvento })
  await sendsEvent.queue(ctx, [
    {
      empresa_id: note.empresa_id,
      chave: `evento-${row.id}`,
      assunto: `${EVENTS[tpEvento]} da nota nº ${note.nNF}`,
      corpo: xml,
      fila: `evento-${note.id}`,
      recurso: nfeEvento.name,
      registro_id: row.id,
      dados: { chNFe: facts.chNFe, tpEvento, nSeqEvento, tpAmb },
    },
  ])
}

/** What follows from the answer about an event: a cancelled note takes its sale along, a refused cancellation leaves the note as it was. */
async function settleEvent(ctx: Ctx, id: number, answer: EventAnswer, signed: string): Promise<void> {
  const event = await find(ctx, nfeEvento, id, { lock: true })
  if (!event || event.situacao !== 'enviando') return
  const note = await load(ctx, nfe, event.nfe_id, { lock: true })
  const { registrado } = answer
  const said = answeredSet(answer, ctx.clock.now())
  await update(ctx, nfeEvento, event, said, registrado ? 'foi registrado pela SEFAZ' : 'foi recusado pela SEFAZ')
  const { tpEvento, nSeqEvento } = event
  if (registrado && answer.retEvento !== null)
    await keepXml(ctx, note, {
      tipo: 'evento_protocolo',
      xml: joinEventProc(signed, answer.retEvento),
      chNFe: note.chNFe ?? '',
      tpEvento,
      nSeqEvento,
    })
  if (tpEvento === EPEC) return settleEpec(ctx, note, answer)
  if (tpEvento !== '110110') return settleCancellation(ctx, note, answer)
  if (registrado) await tellCustomer(ctx, note, 'corrigida')
}

/** Announced, goods may go with the note; refused, it is mended like one that its own authority refused. */
async function settleEpec(ctx: Ctx, note: Nfe, { cStat, xMotivo, registrado }: EventAnswer): Promise<void> {
  const problemas = registrado ? null : await refusalProblems(ctx, note, { cStat, xMotivo })
  await advance(ctx, nfe, note, registrado ? 'registra' : 'rejeita', { cStat, xMotivo, problemas })
}

async function settleCancellation(ctx: Ctx, note: Nfe, { cStat, xMotivo, registrado }: EventAnswer): Promise<void> {
  if (!registrado) return advance(ctx, nfe, note, 'fica', { cStat, xMotivo, xJustCancelamento: null })
  await advance(ctx, nfe, note, 'anula', { cStat, xMotivo })
  await undoOrigin(ctx, note, note.xJustCancelamento ?? '')
  await cancelGuidesOf(ctx, note, note.xJustCancelamento ?? '')
  // Whoever was never told of it need not be told that it is gone.
  if (note.dhDuvida === null) await tellCustomer(ctx, note, 'cancelada')
}
