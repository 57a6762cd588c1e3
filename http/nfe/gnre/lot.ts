import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { GuideAnswer, LotResult } from '../../../core/fiscal/gnre/answers'
import type { GnreCode } from '../../../core/fiscal/gnre/code'
import type { StateRule } from '../../../core/fiscal/gnre/rules'
import { gnreLotXml } from '../../../core/fiscal/gnre/lot-xml'
import { outerXml } from '../../../core/fiscal/services/soap'
import { decimal } from '../../../core/money/decimal'
import { withinCompany } from '../../platform/app'
import { type Ctx, rowsOf } from '../../platform/context'
import { exchange, type Asked, type Sent, type Work } from '../../platform/exchange/exchange'
import { CallFailed } from '../../platform/outside/call'
import { announce, loadWhere, updateMany } from '../../platform/engine/write'
import { callerOf, TIMEOUT_MS } from '../nota/sefaz-at'
import type { Answer } from '../sefaz/client'
import { type GuideSaid, lotAnswer, type LotAnswer, saidOf } from './answer'
import { askedGuides, askGuides, type GnreAt, sendLot } from './client'
import { gnre, type Gnre } from './gnre'
import { guideOf, type Payer } from './guide-of'
import { keepXml } from './keep'
import { type Lot, queueResult } from './result'
import { giveUp, settleGuides } from './settle'

/** A guide of a lot: its number, and what the portal knows it by where its answer got lost. */
const guide = v.object({
  id: v.number(),
  uf: v.string(),
  receita: v.string(),
  valor: v.string(),
  origem: v.nullable(v.object({ tipo: v.string(), numero: v.string() })),
})
const data = v.object({
  tpAmb: v.picklist(['1', '2']),
  CNPJ_CPF: v.string(),
  envio: v.number(),
  guias: v.array(guide),
})
type Data = v.InferOutput<typeof data>

/**
 * Lots of guides on their way to the portal: a receipt comes, by which the result is asked for (`result.ts`). The portal knows no repeat: what got no answer is asked
 * for by the documents of origin before anything is sent again.
 */
export const sendsLot = exchange('gnre.lote', {
  title: 'Lote de guias GNRE',
  timeoutMs: TIMEOUT_MS,
  attempts: 14,
  atOnce: 4,
  answer: lotAnswer,
  shownAs: 'gnre',
  send,
  ask,
  settle: (ctx, { empresa_id, dados }, answer) => {
    const { guias, tpAmb } = v.parse(data, dados)
    return settleLot(ctx, { empresa_id, tpAmb, guias: guias.map(({ id }) => id) }, answer)
  },
  gaveUp: (ctx, { dados }, erro) =>
    giveUp(
      ctx,
      v.parse(data, dados).guias.map(({ id }) => id),
      erro,
    ),
})

/** The lot was taken, and a receipt tells of it. */
const TAKEN = '100'
/** Something inside the portal failed while it took the lot: whether it has it is open. */
const OPEN = '197'

async function send(work: Work): Promise<Sent<LotAnswer>> {
  const told = v.parse(data, work.request.dados)
  if (!(await isWaitedFor(work, told))) return { never: 'As guias deste lote já tiveram resposta.' }
  const at = { ...(await callerOf(work)), tpAmb: told.tpAmb }
  const { answer } = await sendLot(at, work.request.corpo)
  const { codigo, descricao, numero, guiaErro } = answer
  const status = Number(codigo)
  if (codigo === OPEN || codigo === '' || (codigo === TAKEN && numero === null)) throw new CallFailed(inWords(answer))
  const words = guiaErro === null ? descricao : `${descricao} (guia ${guiaErro} do lote)`
  return { answer: { recibo: numero, codigo, descricao: words.slice(0, 500), guias: [] }, status }
}

const inWords = ({ codigo, descricao }: GnreCode): string => `${codigo} · ${descricao}`

/** A lot whose guides were answered is never sent again, whoever asks for it. */
const isWaitedFor = ({ services, request }: Work, { guias, envio }: Data): Promise<boolean> =>
  withinCompany(services, request.empresa_id, async (ctx) => {
    const ids = sql.join(
      guias.map(({ id }) => sql`${id}`),
      sql`, `,
    )
    const [open] = await rowsOf(
      ctx,
      sql`select 1 from gnre where id in (${ids}) and status = 1 and recibo is null and envios = ${envio} limit 1`,
    )
    return open !== undefined
  })

/** A guide without a document of origin cannot be asked for: a person looks at the portal, and nothing is sent twice meanwhile. */
const NOT_ASKABLE: LotAnswer = {
  recibo: null,
  codigo: '',
  descricao:
    'O envio ficou sem resposta, e uma guia sem documento de origem não pode ser consultada: confira no portal da GNRE antes de reenviar.',
  guias: [],
}

async function ask(work: Work): Promise<Asked<LotAnswer>> {
  const { guias, tpAmb, CNPJ_CPF } = v.parse(data, work.request.dados)
  const queries = guias.flatMap(({ id, uf, origem }) =>
    origem === null ? [] : [{ uf, idConsulta: String(id), documentoOrigem: origem, emitente: emitter(CNPJ_CPF) }],
  )
  if (queries.length < guias.length) return { answer: NOT_ASKABLE }
  const at = { ...(await callerOf(work)), tpAmb }
  const { answer: receipt } = await askGuides(at, queries)
  if (receipt.codigo !== TAKEN || receipt.numero === null) throw new CallFailed(inWords(receipt))
  const found = await knownOf(await worked(at, receipt.numero), guias)
  if (found.length === 0) return { unknown: true }
  return { answer: { recibo: null, codigo: TAKEN, descricao: NOT_FOUND, guias: found } }
}

/** Said of a guide whose lot the portal took, and which it does not have. */
const NOT_FOUND =
  'O envio ficou sem resposta, e o portal da GNRE tem as outras guias do lote, não esta: confira no portal antes de reenviar.'

const emitter = (id: string) => (id.length === 11 ? { CPF: id } : { CNPJ: id })

const PAUSE_MS = 1_000
const QUESTIONS = 5
/** 400 and 401: the question itself waits. */
const WAITS: ReadonlySet<string> = new Set(['400', '401'])

/** What is known, where the portal says it soon; else it is asked anew later. */
async function worked(at: GnreAt, recibo: string): Promise<Answer<LotResult>> {
  for (let question = 0; question < QUESTIONS; question++) {
    if (question > 0) await Bun.sleep(PAUSE_MS)
    const said = await askedGuides(at, recibo)
    if (!WAITS.has(said.answer.codigo)) return said
  }
  throw new CallFailed('O portal da GNRE ainda não respondeu à consulta.')
}

/** The guides of a lot that the portal has; those that it does not have were refused. Throws CallFailed while it still works at some. */
async function knownOf({ answer, text }: Answer<LotResult>, guias: Data['guias']): Promise<GuideSaid[]> {
  if (!/^40[23]$/.test(answer.codigo)) throw new CallFailed(inWords(answer))
  const texts = outerXml(text, 'guia')
  // A guide that it does not have comes back refused; so would one that it refused before, and will again.
  const found = guias.map((one) => {
    const at = answer.guides.findIndex((each) => each.state !== 'refused' && isOf(each, one))
    const said = answer.guides[at]
    return said && { said: saidOf(said, one.id, texts[at] ?? '') }
  })
  const there = found.flatMap((one) => (one === undefined ? [] : [one.said]))
  const done = there.filter((one) => one !== undefined)
  if (done.length < there.length) throw new CallFailed('O estado ainda processa as guias.')
  return done
}

/** Ours by the number that we gave it; where it comes back without one, by what it is of. */
function isOf({ guide: sent, idConsulta, valorGNRE }: GuideAnswer, one: Data['guias'][number]): boolean {
  if (sent.identificadorGuia !== undefined) return sent.identificadorGuia === String(one.id)
  const [item] = sent.itens
  return (
    idConsulta === String(one.id) &&
    item?.receita === one.receita &&
    valorGNRE !== null &&
    decimal(valorGNRE).eq(one.valor)
  )
}

/** What follows from the answer to a lot: its receipt is asked by from now on, or it was refused as a whole. */
async function settleLot(ctx: Ctx, lot: Lot, answer: LotAnswer): Promise<void> {
  const { recibo } = answer
  if (recibo === null) return settleGuides(ctx, lot.guias, answer)
  const guides = await loadWhere(ctx, gnre, 'id', lot.guias, { lock: true })
  const edits = guides.map(({ id }) => ({ id, recibo }))
  await updateMany(ctx, gnre, guides, edits, 'foi recebida pelo portal da GNRE')
  if (guides[0]) await announce(ctx, gnre, guides[0].id)
  await queueResult(ctx, lot, recibo)
}

/** Stores guides of one company as a lot to be sent, in the caller's transaction: its text is kept with each. `envios` of each counts this time already. */
export async function queueLot(
  ctx: Ctx,
  guides: readonly Gnre[],
  payer: Payer,
  rules: readonly StateRule[],
): Promise<void> {
  const [first] = guides
  if (!first) return
  const { empresa_id, id, envios } = first
  const { xml } = gnreLotXml(guides.map((one) => guideOf(one, payer, rules)))
  for (const one of guides) await keepXml(ctx, one, 'enviada', xml)
  await sendsLot.queue(ctx, [
    {
      empresa_id,
      chave: `gnre-${id}-${envios}`,
      assunto: guides.length === 1 ? `Guia GNRE nº ${id}` : `${guides.length} guias GNRE, da nº ${id}`,
      para: 'Portal da GNRE',
      corpo: xml,
      recurso: 'gnre',
      registro_id: id,
      dados: {
        tpAmb: payer.tpAmb,
        CNPJ_CPF: payer.CNPJ_CPF,
        envio: envios,
        guias: guides.map(({ tpDocOrigem, nDocOrigem, ...one }) => ({
          id: one.id,
          uf: one.ufFavorecida,
          receita: one.receita,
          valor: one.valorGNRE,
          origem: tpDocOrigem === null || nDocOrigem === null ? null : { tipo: tpDocOrigem, numero: nDocOrigem },
        })),
      },
    },
  ])
}
