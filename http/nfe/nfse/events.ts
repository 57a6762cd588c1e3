import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { NFSE_SYSTEMS } from '../../../core/fields/nfse/municipal'
import { NFSE_EVENTS } from '../../../core/fields/nfse/nfse'
import { nfseEventXml, type NfseEventDetail } from '../../../core/fiscal/nfse/event'
import { stateTime } from '../../../core/fiscal/issue/state-time'
import { empresa } from '../../cadastros/empresa'
import { keyPairOf } from '../../cadastros/empresa/certificado/certificado'
import { type Ctx, rowsOf } from '../../platform/context'
import { badRequest, invalid } from '../../platform/errors'
import { find, insert, load, update } from '../../platform/engine/write'
import { type Asked, exchange, type Sent, type Work } from '../../platform/exchange/exchange'
import { advance } from '../../platform/step'
import { sign } from '../sefaz/sign'
import { signedCancel } from './abrasf'
import { TIMEOUT_MS } from './at'
import { cancelled, notReplaced, replaced } from './effects'
import { keepNfseXml } from './keep'
import { lockedNfse } from './live'
import { type Nfse, nfse, nfseEvento } from './nfse'
import { told } from './port'
import { asksCity } from './review'
import { SYSTEMS } from './systems'

/** What the system says of an event. */
const answer = v.object({
  registrado: v.boolean(),
  codigo: v.string(),
  descricao: v.string(),
  xml: v.nullable(v.string()),
})
type Answer = v.InferOutput<typeof answer>

/** Events of notes of services: of each kind a note has one, by which it is asked for before it is sent again. */
export const sendsNfseEvent = exchange('nfse.evento', {
  title: 'Evento de NFS-e',
  timeoutMs: TIMEOUT_MS,
  attempts: 14,
  atOnce: 4,
  answer,
  shownAs: 'nfse',
  send,
  ask,
  settle: (ctx, { registro_id }, said) => settleEvent(ctx, Number(registro_id), said),
})

const registered = (xml: string): Answer => ({ registrado: true, codigo: '', descricao: '', xml })

async function send(work: Work): Promise<Sent<Answer>> {
  const known = v.parse(told, work.request.dados)
  const system = SYSTEMS[known.sistema]
  // A substitution is registered by the system itself where the declaration names the note that it replaces.
  const before = known.tpEvento === '105102' ? await system.eventOf(work, known) : undefined
  if (before !== undefined) return { answer: registered(before) }
  const said = await system.sendEvent(work, known)
  const { status } = said
  if (said.state === 'stored') return { answer: registered(said.xml), status }
  // Refused, too, where the note has it already: that is asked, whatever the code.
  const after = await system.eventOf(work, known)
  if (after !== undefined) return { answer: registered(after), status }
  const [first] = said.errors
  return {
    answer: {
      registrado: false,
      codigo: first?.codigo.slice(0, 10) ?? '',
      descricao: said.errors
        .map(({ descricao }) => descricao)
        .join(' ')
        .slice(0, 500),
      xml: null,
    },
    status,
  }
}

async function ask(work: Work): Promise<Asked<Answer>> {
  const known = v.parse(told, work.request.dados)
  const found = await SYSTEMS[known.sistema].eventOf(work, known)
  return found === undefined ? { unknown: true, status: 404 } : { answer: registered(found) }
}

/** Signs a request for an event of a note, keeps it and queues it, in the caller's transaction. Throws 400 while one of the same kind waits, or is registered: a city decides on a cancellation once; 422 for words that the layout refuses. */
export async function queueNfseEvent(ctx: Ctx, note: Nfse, wanted: NfseEventDetail): Promise<void> {
  const { tpEvento } = wanted
  const [before] = await rowsOf(
    ctx,
    sql`select situacao from nfse_evento where nfse_id = ${note.id} and "tpEvento" = ${tpEvento} and situacao in ('enviando', 'registrado') order by situacao limit 1`,
  )
  if (before?.situacao === 'enviando')
    throw badRequest(`${NFSE_EVENTS[tpEvento]}: o anterior ainda espera resposta.`, 'waiting')
  if (before) throw badRequest('O município já decidiu: indeferiu o cancelamento desta NFS-e.', 'decided')
  const { signed, told: known } = await requestOf(ctx, note, wanted)
  const row = await insert(ctx, nfseEvento, {
    empresa_id: note.empresa_id,
    nfse_id: note.id,
    tpEvento,
    xTexto: wanted.xMotivo ?? null,
    situacao: 'enviando',
    dhEvento: ctx.clock.now(),
  })
  await keepNfseXml(ctx, note, { tipo: 'evento', xml: signed, idDps: note.idDps, chNFSe: note.chNFSe, tpEvento })
  await sendsNfseEvent.queue(ctx, [
    {
      empresa_id: note.empresa_id,
      chave: `nfse-evento-${row.id}`,
      assunto: `${NFSE_EVENTS[tpEvento]} da NFS-e ${note.nNFSe}`,
      para: NFSE_SYSTEMS[note.sistema ?? 'nacional'],
      corpo: signed,
      fila: `nfse-evento-${note.id}`,
      recurso: nfseEvento.name,
      registro_id: row.id,
      dados: { ...known, tpEvento, tpAmb: note.tpAmb === 1 ? '1' : '2' },
    },
  ])
}

/** The signed request for an event at the system that the note is of. Throws 400 for what that does not do, 422 for words that the layout refuses. */
async function requestOf(ctx: Ctx, note: Nfse, wanted: NfseEventDetail) {
  const pair = await keyPairOf(ctx, note.empresa_id)
  if (note.sistema === 'abrasf') {
    if (wanted.tpEvento !== '101101')
      throw badRequest('Passou o prazo do município: peça o cancelamento na prefeitura.', 'term_over')
    return signedCancel(ctx, { note, pair, cMotivo: wanted.cMotivo })
  }
  const company = await load(ctx, empresa, note.empresa_id)
  const chNFSe = note.chNFSe ?? ''
  const tpAmb = note.tpAmb === 1 ? '1' : '2'
  const dhEvento = stateTime(ctx.clock.now(), company.UF ?? '')
  const { xml, faults } = nfseEventXml({ tpAmb, CNPJ_CPF: company.CNPJ_CPF ?? '', chNFSe, dhEvento, ...wanted })
  if (faults.length > 0) throw invalid({ xJust: ['O motivo não está na forma que o sistema nacional pede.'] })
  return { signed: sign(xml, pair), told: { sistema: 'nacional', chNFSe } as const }
}

/** Another note is in force: the one whose place it takes is ended at the system, too, by the event of its substitution. */
export async function queueSubstitution(ctx: Ctx, replaced: Nfse, by: Nfse): Promise<void> {
  if (replaced.dhCancelamento !== null || replaced.dhSubstituicao !== null) return
  await queueNfseEvent(ctx, replaced, {
    tpEvento: '105102',
    cMotivo: by.cMotivoSubst ?? '99',
    ...(by.xMotivoSubst === null ? {} : { xMotivo: by.xMotivoSubst }),
    chSubstituta: by.chNFSe ?? '',
  })
}

/** What follows from the answer about an event. */
async function settleEvent(ctx: Ctx, id: number, { registrado, codigo, descricao, xml }: Answer): Promise<void> {
  const event = await find(ctx, nfseEvento, id, { lock: true })
  if (!event || event.situacao !== 'enviando') return
  const note = await lockedNfse(ctx, event.nfse_id)
  const now = ctx.clock.now()
  const said = registrado
    ? { situacao: 'registrado', dhRegistro: now }
    : { situacao: 'recusado', cStat: codigo, xMotivo: descricao }
  await update(ctx, nfseEvento, event, said, registrado ? 'foi registrado' : 'foi recusado')
  const { tpEvento } = event
  if (xml !== null)
    await keepNfseXml(ctx, note, { tipo: 'evento_protocolo', xml, idDps: note.idDps, chNFSe: note.chNFSe, tpEvento })
  if (!registrado) return refused(ctx, note, tpEvento, { cStat: codigo, message: descricao })
  if (tpEvento === '105102') return replaced(ctx, note)
  if (tpEvento === '101101') return cancelled(ctx, note)
  await advance(ctx, nfse, note, 'analisa')
  await asksCity(ctx, note, event.id)
}

/** A refused cancellation leaves the note as it was; a refused substitution leaves two notes in force. */
async function refused(
  ctx: Ctx,
  note: Nfse,
  tpEvento: string | null,
  problem: { readonly cStat: string; readonly message: string },
): Promise<void> {
  if (tpEvento === '105102') return notReplaced(ctx, note, problem)
  await advance(ctx, nfse, note, 'fica', {
    cStat: problem.cStat,
    xMotivo: problem.message,
    xMotivoCancelamento: null,
  })
}
