import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { MANIFEST_EVENTS } from '../../../core/fields/nfe/mdfe'
import { stateTime } from '../../../core/fiscal/issue/state-time'
import { type ManifestEventDetail, manifestEventXml } from '../../../core/fiscal/mdfe/event'
import { joinManifestEventProc } from '../../../core/fiscal/services/join'
import { empresa } from '../../cadastros/empresa'
import { keyPairOf } from '../../cadastros/empresa/certificado/certificado'
import { type Ctx, rowsOf } from '../../platform/context'
import { deleteRows, find, insert, load, loadWhere, update } from '../../platform/engine/write'
import { badRequest } from '../../platform/errors'
import { exchange, type Asked, type Sent, type Work } from '../../platform/exchange/exchange'
import { CallFailed } from '../../platform/outside/call'
import { advance } from '../../platform/step'
import { answeredSet, answerOf, eventAnswer, type EventAnswer, laterOf, REGISTERED } from '../nota/event-answer'
import { TIMEOUT_MS } from '../nota/sefaz-at'
import { DocumentRefused } from '../document-refused'
import { sign } from '../sefaz/sign'
import { manifestAt, TOO_OFTEN } from './manifest-at'
import { type ManifestAt, queryManifest, sendManifestEvent } from './client'
import { keepManifestXml } from './keep'
import { mdfe, type Mdfe, mdfeEvento } from './mdfe'
import { isUnderWay } from './under-way'

const data = v.object({
  chMDFe: v.string(),
  tpEvento: v.string(),
  nSeqEvento: v.number(),
  tpAmb: v.picklist(['1', '2']),
})
type Data = v.InferOutput<typeof data>

/** Events of manifests: what got no answer is asked for by the manifest's key before it is sent again. */
export const sendsManifestEvent = exchange('sefaz.mdfe.evento', {
  title: 'Evento de MDF-e',
  timeoutMs: TIMEOUT_MS,
  attempts: 14,
  atOnce: 4,
  answer: eventAnswer,
  shownAs: 'mdfe',
  send,
  ask,
  settle: (ctx, request, answer) => settleEvent(ctx, Number(request.registro_id), answer, request.corpo),
})

/** 631: the event was registered before; 218, 609: it is cancelled or closed already. What was said then is asked for. */
const KNOWN: ReadonlySet<string> = new Set(['218', '609', '631'])

async function send(work: Work): Promise<Sent<EventAnswer>> {
  const told = v.parse(data, work.request.dados)
  const at = await manifestAt(work, told.chMDFe, told.tpAmb)
  const one = await sendManifestEvent(at, work.request.corpo)
  const later = laterOf(one, TOO_OFTEN)
  if (later) return later
  const known = KNOWN.has(one.cStat) ? await knownOf(at, told) : undefined
  return { answer: known ?? answerOf(one), status: Number(one.cStat) }
}

async function ask(work: Work): Promise<Asked<EventAnswer>> {
  const told = v.parse(data, work.request.dados)
  const known = await knownOf(await manifestAt(work, told.chMDFe, told.tpAmb), told)
  return known ? { answer: known } : { unknown: true }
}

/** What the authority has registered of an event, among all those of its manifest. */
async function knownOf(at: ManifestAt, { chMDFe, tpEvento, nSeqEvento }: Data): Promise<EventAnswer | undefined> {
  const said = await queryManifest(at, chMDFe)
  if (!/^(?:100|101|132|217)$/.test(said.cStat)) throw new CallFailed(`${said.cStat} · ${said.xMotivo}`)
  const found = said.events.find((one) => one.tpEvento === tpEvento && Number(one.nSeqEvento ?? 1) === nSeqEvento)
  return found && answerOf({ ...found, cStat: REGISTERED.has(found.cStat) ? found.cStat : '135' })
}

/** What an event is of: a manifest of ours, or one of another system by its key alone (`id` null). */
export interface EventOf {
  readonly id: number | null
  readonly empresa_id: number
  readonly chMDFe: string
  readonly tpAmb: '1' | '2'
}

/** A manifest of ours as events name it. */
export const eventOf = ({ id, empresa_id, chMDFe, tpAmb }: Mdfe): EventOf => ({
  id,
  empresa_id,
  chMDFe: chMDFe ?? '',
  tpAmb: tpAmb === 1 ? '1' : '2',
})

/** Signs an event, keeps it and queues it, in the caller's transaction. Throws 400 while one of the same kind waits, 422 for what the layout refuses, 503 without a certificate. */
export async function queueManifestEvent(
  ctx: Ctx,
  of: EventOf,
  detail: ManifestEventDetail,
  xTexto: string,
): Promise<void> {
  const { tpEvento } = detail
  const { chMDFe, empresa_id, tpAmb } = of
  const pair = await keyPairOf(ctx, empresa_id)
  const company = await load(ctx, empresa, empresa_id)
  const before = await rowsOf(
    ctx,
    sql`select id, "nSeqEvento", situacao from mdfe_evento where "chMDFe" = ${chMDFe} and "tpEvento" = ${tpEvento} order by "nSeqEvento"`,
  )
  if (before.some(({ situacao }) => situacao === 'enviando'))
    throw badRequest(`${MANIFEST_EVENTS[tpEvento]}: o anterior ainda espera a resposta da SEFAZ.`, 'waiting')
  // A refused event has taken no number at the authority: the next one uses it again.
  const nSeqEvento = before.filter(({ situacao }) => situacao === 'registrado').length + 1
  const refused = before.find((one) => one.nSeqEvento === nSeqEvento && one.situacao === 'recusado')
  if (refused) await deleteRows(ctx, mdfeEvento, await loadWhere(ctx, mdfeEvento, 'id', [Number(refused.id)]))
  const dhEvento = stateTime(ctx.clock.now(), company.UF ?? '')
  const made = manifestEventXml({ ...detail, tpAmb, CNPJ_CPF: company.CNPJ_CPF ?? '', chMDFe, dhEvento, nSeqEvento })
  const [fault] = made.faults
  if (fault) {
    const message = `${MANIFEST_EVENTS[tpEvento]}: confira ${String(fault.path.at(-1))}.`
    throw new DocumentRefused([{ message }], { code: 'event_refused', of: 'mdfe', message })
  }
  const xml = sign(made.xml, pair)
  const row = await insert(ctx, mdfeEvento, {
    empresa_id,
    mdfe_id: of.id,
    chMDFe,
    tpEvento,
    nSeqEvento,
    xTexto,
    situacao: 'enviando',
    dhEvento: ctx.clock.now(),
  })
  await keepManifestXml(ctx, of, { tipo: 'evento', xml, chMDFe, tpEvento, nSeqEvento })
  await sendsManifestEvent.queue(ctx, [
    {
      empresa_id,
      chave: `mdfe-evento-${row.id}`,
      assunto: `${MANIFEST_EVENTS[tpEvento]} do MDF-e nº ${Number(chMDFe.slice(25, 34))}`,
      para: 'SEFAZ',
      corpo: xml,
      fila: `mdfe-evento-${chMDFe}`,
      recurso: mdfeEvento.name,
      registro_id: row.id,
      dados: { chMDFe, tpEvento, nSeqEvento, tpAmb },
    },
  ])
}

/** What follows from the answer about an event: closed, cancelled, or as it was. */
async function settleEvent(ctx: Ctx, id: number, answer: EventAnswer, signed: string): Promise<void> {
  const event = await find(ctx, mdfeEvento, id, { lock: true })
  if (!event || event.situacao !== 'enviando') return
  const { registrado } = answer
  const { tpEvento, nSeqEvento, chMDFe, empresa_id, mdfe_id } = event
  const said = answeredSet(answer, ctx.clock.now())
  await update(ctx, mdfeEvento, event, said, registrado ? 'foi registrado pela SEFAZ' : 'foi recusado pela SEFAZ')
  if (registrado && answer.retEvento !== null)
    await keepManifestXml(
      ctx,
      { id: mdfe_id, empresa_id },
      {
        tipo: 'evento_protocolo',
        xml: joinManifestEventProc(signed, answer.retEvento),
        chMDFe,
        tpEvento,
        nSeqEvento,
      },
    )
  if (mdfe_id !== null) await settleRecord(ctx, await load(ctx, mdfe, mdfe_id, { lock: true }), tpEvento, answer)
}

async function settleRecord(ctx: Ctx, record: Mdfe, tpEvento: string, answer: EventAnswer): Promise<void> {
  const { cStat, xMotivo, registrado } = answer
  const isClosing = tpEvento === '110112'
  if (tpEvento === '110115') return registrado ? countNotes(ctx, record) : undefined
  if (!isClosing && tpEvento !== '110111') return
  if (registrado) return advance(ctx, mdfe, record, isClosing ? 'fecha' : 'anula', { cStat, xMotivo })
  const told = { cStat, xMotivo, ...(isClosing ? {} : { xJustCancelamento: null }) }
  // Of a route that is over none is open again: its closing stays wanted until it is asked for anew.
  if (isClosing && !(await isUnderWay(ctx, record.rota_id)))
    await update(ctx, mdfe, record, told, 'teve o encerramento recusado')
  else await advance(ctx, mdfe, record, 'fica', told)
}

/** Notes that were added on the way count with those from the start. */
async function countNotes(ctx: Ctx, record: Mdfe): Promise<void> {
  const [row] = await rowsOf(
    ctx,
    sql`select count(*)::int as n from mdfe_xml x, regexp_matches(x.xml, '<chNFe>', 'g') where x.mdfe_id = ${record.id} and x.tipo = 'evento_protocolo' and x."tpEvento" = '110115'`,
  )
  await update(ctx, mdfe, record, { qNFe: Number(row?.n) }, 'recebeu notas')
}
