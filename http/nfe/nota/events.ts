import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { EVENTS } from '../../../core/fields/nfe/nfe'
import { stateTime } from '../../../core/fiscal/issue/state-time'
import { placeOfKey } from '../../../core/fiscal/services/authoriser'
import { eventXml, type FiscalEvent } from '../../../core/fiscal/services/event'
import { joinEventProc } from '../../../core/fiscal/services/join'
import { empresa } from '../../cadastros/empresa'
import { keyPairOf } from '../../cadastros/empresa/certificado/certificado'
import { type Ctx, rowsOf } from '../../platform/context'
import { badRequest } from '../../platform/errors'
import { find, insert, load, update } from '../../platform/engine/write'
import { exchange, type Asked, type Sent, type Work } from '../../platform/exchange/exchange'
import { CallFailed } from '../../platform/outside/call'
import { advance } from '../../platform/step'
import { query, sendEvent } from '../sefaz/client'
import { sign } from '../sefaz/sign'
import { sefazAt } from './authorise'
import { undoOrigin } from './effects'
import { answeredSet, answerOf, eventAnswer, type EventAnswer, laterOf, REGISTERED } from './event-answer'
import { keepXml } from './keep'
import { tellCustomer } from './mail'
import { type Nfe, nfe, nfeEvento } from './nfe'

/** Most letters of correction a note may have (MOC 7.0, event 110110). */
const MAX_CORRECTIONS = 20

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

/** What the authority has registered of an event, among all those of its note. */
async function known573(
  at: Parameters<typeof query>[0],
  { chNFe, tpEvento, nSeqEvento }: Named,
): Promise<EventAnswer | undefined> {
  const { answer } = await query(at, chNFe)
  if (!/^(?:100|101|135|150|151|155|217)$/.test(answer.cStat))
    throw new CallFailed(`${answer.cStat} · ${answer.xMotivo}`)
  const found = answer.events.find((one) => one.tpEvento === tpEvento && Number(one.nSeqEvento ?? 1) === nSeqEvento)
  return found && answerOf({ ...found, cStat: REGISTERED.has(found.cStat) ? found.cStat : '135' })
}

interface WantedEvent {
  readonly tpEvento: '110110' | '110111'
  readonly texto: string
  /** The lowest sequence that it may have. */
  readonly first?: number
}

/** Signs an event of a note, keeps it and queues it, in the caller's transaction. Throws 400 while one of the same kind waits, or when the note has had all it may. */
export async function queueEvent(ctx: Ctx, note: Nfe, { tpEvento, texto, first = 1 }: WantedEvent): Promise<void> {
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
  const event: FiscalEvent =
    tpEvento === '110111'
      ? { ...facts, tpEvento, nProt: note.nProt ?? '', xJust: texto.slice(0, 255) }
      : { ...facts, tpEvento, xCorrecao: texto }
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
    xTexto: texto,
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
  const { cStat, xMotivo, registrado } = answer
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
  if (registrado && tpEvento === '110110') await tellCustomer(ctx, note, 'corrigida')
  if (tpEvento !== '110111') return
  if (!registrado) {
    await advance(ctx, nfe, note, 'fica', { cStat, xMotivo, xJustCancelamento: null })
    return
  }
  await advance(ctx, nfe, note, 'anula', { cStat, xMotivo })
  await undoOrigin(ctx, note, note.xJustCancelamento ?? '')
  await tellCustomer(ctx, note, 'cancelada')
}
