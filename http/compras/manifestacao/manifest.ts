import { sql } from 'drizzle-orm'
import { type Manifestation, MANIFESTATIONS } from '../../../core/fields/compras/manifestacao'
import { stateTime } from '../../../core/fiscal/issue/state-time'
import { placeOfKey } from '../../../core/fiscal/services/authoriser'
import { eventXml } from '../../../core/fiscal/services/event'
import { empresa } from '../../cadastros/empresa'
import { keyPairOf } from '../../cadastros/empresa/certificado/certificado'
import { sefazAt } from '../../nfe/nota/sefaz-at'
import { answeredSet, answerOf, eventAnswer, type EventAnswer, laterOf } from '../../nfe/nota/event-answer'
import { sendEvent } from '../../nfe/sefaz/client'
import { sign } from '../../nfe/sefaz/sign'
import { type Ctx, rowsOf } from '../../platform/context'
import { badRequest } from '../../platform/errors'
import { find, insert, load, update } from '../../platform/engine/write'
import { exchange, type Sent, type Work } from '../../platform/exchange/exchange'
import type { RecordOf } from '../../platform/resource'
import { nfeCompra } from '../nfe_compra/nfe-compra'
import { nfeCompraManifestacao } from './manifestacao'

type Invoice = RecordOf<typeof nfeCompra>

const AWARE = '210210'
/** What a recipient says in the end may be said once more, otherwise (NT 2012.002). */
const MOST_FINAL = 2

/** Manifestations go to the national environment, which knows a repeat: what got no answer is sent again. */
export const sendsManifestation = exchange('sefaz.manifestacao', {
  title: 'Manifestação de NF-e',
  timeoutMs: 30_000,
  attempts: 14,
  atOnce: 2,
  answer: eventAnswer,
  shownAs: 'nfe_compra',
  send,
  ask: 'repeats',
  settle: (ctx, request, answer) => settle(ctx, Number(request.registro_id), answer),
})

async function send(work: Work): Promise<Sent<EventAnswer>> {
  const { corpo, dados } = work.request
  const at = await sefazAt(work, placeOfKey(String(dados.chNFe), dados.tpAmb === '1' ? '1' : '2'))
  const { answer } = await sendEvent(at, { idLote: String(work.request.id), events: [corpo] })
  const one = answer.events[0] ?? answer
  const status = Number(one.cStat)
  const later = laterOf(one)
  if (later) return later
  // 573: it was registered before, by a try whose answer was lost.
  const answered = answerOf(one)
  return { answer: one.cStat === '573' ? { ...answered, registrado: true } : answered, status }
}

interface Said {
  readonly tpEvento: Manifestation
  readonly xJust?: string
}

/**
 * Signs what the company says of a note that was issued to it and queues it, in the caller's transaction. Throws 400 where it said the same, where what was said last
 * waits, or where all was said; 503 without a certificate.
 */
export async function manifest(ctx: Ctx, invoice: Invoice, { tpEvento, xJust }: Said): Promise<void> {
  const pair = await keyPairOf(ctx, invoice.empresa_id)
  const { CNPJ_CPF, UF, ambiente } = await load(ctx, empresa, invoice.empresa_id)
  const nSeqEvento = nextOf(tpEvento, await saidOf(ctx, invoice.id))
  const tpAmb = ambiente === 1 ? '1' : '2'
  const facts = { tpAmb, CNPJ_CPF: CNPJ_CPF ?? '', chNFe: invoice.chave, nSeqEvento } as const
  const dhEvento = stateTime(ctx.clock.now(), UF ?? '')
  const detail = tpEvento === '210240' ? { tpEvento, xJust: (xJust ?? '').slice(0, 255) } : { tpEvento }
  const xml = sign(eventXml({ ...facts, dhEvento, ...detail }), pair)
  const row = await insert(ctx, nfeCompraManifestacao, {
    empresa_id: invoice.empresa_id,
    nfe_compra_id: invoice.id,
    tpEvento,
    nSeqEvento,
    xTexto: xJust ?? null,
    dhEvento: ctx.clock.now(),
    xml,
  })
  await sendsManifestation.queue(ctx, [
    {
      empresa_id: invoice.empresa_id,
      chave: `manifestacao-${row.id}`,
      assunto: `${MANIFESTATIONS[tpEvento]} da NF-e nº ${invoice.nNF}`,
      corpo: xml,
      fila: `manifestacao-${invoice.id}`,
      recurso: nfeCompraManifestacao.name,
      registro_id: row.id,
      dados: { chNFe: invoice.chave, tpAmb },
    },
  ])
}

interface SaidBefore {
  readonly tpEvento: string
  readonly situacao: string
}

async function saidOf(ctx: Ctx, nfe_compra_id: number): Promise<readonly SaidBefore[]> {
  const rows = await rowsOf(
    ctx,
    sql`select "tpEvento", situacao from nfe_compra_manifestacao where nfe_compra_id = ${nfe_compra_id} and situacao <> 'recusado' order by id`,
  )
  return rows.map(({ tpEvento, situacao }) => ({ tpEvento: String(tpEvento), situacao: String(situacao) }))
}

/** The sequence that an event has. Throws where it may not be said. */
function nextOf(tpEvento: Manifestation, before: readonly SaidBefore[]): number {
  const last = before.at(-1)
  if (last?.situacao === 'enviando')
    throw badRequest('A manifestação anterior desta nota ainda espera a resposta da SEFAZ.', 'waiting')
  const final = before.filter((one) => one.tpEvento !== AWARE)
  if (last?.tpEvento === tpEvento || (tpEvento === AWARE && before.length > 0))
    throw badRequest('Esta nota já foi manifestada assim.', 'said')
  if (tpEvento !== AWARE && final.length >= MOST_FINAL)
    throw badRequest('A manifestação final desta nota já foi trocada uma vez, e mais não pode ser.', 'too_many')
  return before.filter((one) => one.tpEvento === tpEvento).length + 1
}

/** Whether a note may be told of so without taking back what a person said: nothing waits, and all that was said is that it is known. */
export async function maySay(ctx: Ctx, invoice: Invoice, tpEvento: Manifestation): Promise<boolean> {
  const before = await saidOf(ctx, invoice.id)
  return before.every((one) => one.situacao !== 'enviando' && one.tpEvento === AWARE && one.tpEvento !== tpEvento)
}

async function settle(ctx: Ctx, id: number, answer: EventAnswer): Promise<void> {
  const event = await find(ctx, nfeCompraManifestacao, id, { lock: true })
  if (!event || event.situacao !== 'enviando') return
  const { registrado, retEvento } = answer
  const said = { ...answeredSet(answer, ctx.clock.now()), xmlResposta: retEvento }
  await update(ctx, nfeCompraManifestacao, event, said, registrado ? 'foi registrada' : 'foi recusada')
  const invoice = await load(ctx, nfeCompra, event.nfe_compra_id, { lock: true })
  if (registrado) await update(ctx, nfeCompra, invoice, { manifestacao: event.tpEvento }, 'foi manifestada')
}
