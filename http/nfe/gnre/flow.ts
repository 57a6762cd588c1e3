import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { substituteIn } from '../../../core/fields/nfe/substitute'
import { guidesOfNote } from '../../../core/fiscal/gnre/guides-of-note'
import { taxesOfNote, type NoteTaxes } from '../../../core/fiscal/gnre/note-taxes'
import type { StateRule } from '../../../core/fiscal/gnre/rules'
import { findUf } from '../../../core/br/uf'
import { withinCompany } from '../../platform/app'
import { type Ctx, rowsOf } from '../../platform/context'
import { find, insertMany, load, update } from '../../platform/engine/write'
import { exchange, type Sent, type Work } from '../../platform/exchange/exchange'
import { CallFailed } from '../../platform/outside/call'
import { attempt } from '../../platform/savepoint'
import { advance } from '../../platform/step'
import { nfe, type Nfe } from '../nota/nfe'
import { callerOf, TIMEOUT_MS } from '../nota/sefaz-at'
import { problemsIn } from '../document-refused'
import { assertSendable, problemsOf } from './checked'
import { askRules } from './client'
import { gnre, type Gnre } from './gnre'
import { columnsOf, type Payer, payerOf } from './guide-of'
import { queueLot } from './lot'
import { giveUp } from './settle'
import { isOfCancelled, leaveCancelled } from './of-cancelled'
import { keepRules, keptRules } from './rules'

const data = v.object({ uf: v.string(), tpAmb: v.picklist(['1', '2']) })
/** What a state answered; null where what it said within a day holds. */
const rulesAnswer = v.object({ xml: v.nullable(v.string()) })

/**
 * What a state asks of guides, before any is made of a note or sent: asked once a day. Asking changes nothing. What waited for it goes on when the answer is there, in the
 * transaction that ends the exchange.
 */
export const asksRules = exchange('gnre.regras', {
  title: 'Regras da GNRE',
  timeoutMs: TIMEOUT_MS,
  attempts: 14,
  atOnce: 2,
  ask: 'repeats',
  answer: rulesAnswer,
  shownAs: 'gnre',
  send,
  settle: async (ctx, { recurso, registro_id, dados }, { xml }) => {
    const { uf, tpAmb } = v.parse(data, dados)
    if (xml !== null) await keepRules(ctx, uf, tpAmb, xml)
    const rules = (await keptRules(ctx, uf, tpAmb)) ?? []
    if (recurso === nfe.name) await makeGuides(ctx, Number(registro_id), rules)
    else await goOn(ctx, Number(registro_id), rules)
  },
  gaveUp: (ctx, { recurso, registro_id }, erro) =>
    recurso === gnre.name ? giveUp(ctx, [Number(registro_id)], erro) : Promise.resolve(),
})

/** 450 told; 451 to 455: the state has no rules to tell, and its guides are judged by the portal alone. */
const TOLD = /^45[0-5]$/

async function send(work: Work): Promise<Sent<v.InferOutput<typeof rulesAnswer>>> {
  const { uf, tpAmb } = v.parse(data, work.request.dados)
  const { services, request } = work
  const kept = await withinCompany(services, request.empresa_id, (ctx) => keptRules(ctx, uf, tpAmb))
  if (kept) return { answer: { xml: null } }
  const { answer, text } = await askRules({ ...(await callerOf(work)), tpAmb }, uf)
  if (!TOLD.test(answer.codigo)) throw new CallFailed(`${answer.codigo} · ${answer.descricao}`)
  return { answer: { xml: text }, status: Number(answer.codigo) }
}

interface About {
  readonly empresa_id: number
  readonly chave: string
  readonly recurso: 'nfe' | 'gnre'
  readonly registro_id: number
  readonly uf: string
}

const queueRules = (ctx: Ctx, { tpAmb }: Pick<Payer, 'tpAmb'>, { uf, ...about }: About): Promise<void> =>
  asksRules.queue(ctx, [
    {
      ...about,
      assunto: `Regras da GNRE de ${uf}`,
      para: 'Portal da GNRE',
      corpo: uf,
      fila: `gnre-regras-${tpAmb}-${uf}`,
      dados: { uf, tpAmb },
    },
  ])

/** Begins what sends a guide, in the caller's transaction: checked by what is known of its state, else after asking. Answers what its record is set to. Throws 422 with all that stands in the way. */
export async function beginSending(ctx: Ctx, guide: Gnre) {
  const payer = await payerOf(ctx, guide.empresa_id)
  const rules = await keptRules(ctx, guide.ufFavorecida, payer.tpAmb)
  assertSendable(guide, payer, rules ?? [])
  const set = { envios: guide.envios + 1, tpAmb: Number(payer.tpAmb), recibo: null, problemas: null }
  const next = { ...guide, ...set }
  if (rules) await queueLot(ctx, [next], payer, rules)
  else
    await queueRules(ctx, payer, {
      empresa_id: guide.empresa_id,
      chave: `gnre-${guide.id}-${set.envios}`,
      recurso: 'gnre',
      registro_id: guide.id,
      uf: guide.ufFavorecida,
    })
  return set
}

/** A guide that waited for the rules of its state: it is sent, or refused by them. */
async function goOn(ctx: Ctx, id: number, rules: readonly StateRule[]): Promise<void> {
  const guide = await find(ctx, gnre, id, { lock: true })
  if (!guide || guide.status !== 1 || guide.recibo !== null) return
  const payer = await payerOf(ctx, guide.empresa_id)
  const problemas = problemsOf(guide, payer, rules)
  if (problemas.length > 0 || (await isOfCancelled(ctx, guide))) {
    await advance(ctx, gnre, guide, 'recusa', { problemas })
    return leaveCancelled(ctx, id)
  }
  await queueLot(ctx, [guide], payer, rules)
}

/** A note that was authorised: its guides follow where its goods go to a state that is owed taxes, and where the company has no registration as substitute. */
export async function guidesFollow(ctx: Ctx, note: Nfe): Promise<void> {
  const signed = await signedOf(ctx, note)
  const taxes = signed === undefined ? undefined : taxesOfNote(signed)
  if (!taxes || (await isSubstitute(ctx, note.empresa_id, taxes))) return
  const payer = await payerOf(ctx, note.empresa_id)
  await queueRules(ctx, payer, {
    empresa_id: note.empresa_id,
    chave: `gnre-nota-${note.id}`,
    recurso: 'nfe',
    registro_id: note.id,
    uf: taxes.UF,
  })
}

/** The text of a note as it was signed last under its key. */
async function signedOf(ctx: Ctx, { id, chNFe }: Nfe): Promise<string | undefined> {
  const [row] = await rowsOf(
    ctx,
    sql`select xml from nfe_xml where nfe_id = ${id} and tipo = 'assinada' and "chNFe" = ${chNFe} order by id desc limit 1`,
  )
  return row && String(row.xml)
}

async function isSubstitute(ctx: Ctx, empresa_id: number, { UF }: NoteTaxes): Promise<boolean> {
  const [row] = await rowsOf(ctx, sql`select "IEST" from empresa where id = ${empresa_id}`)
  const uf = findUf(UF)?.sigla
  return uf !== undefined && substituteIn(row?.IEST === null ? '' : String(row?.IEST)).has(uf)
}

/** Makes the guides of a note and sends them as one lot. What stands in the way of one does not hold up the others: it stays a draft that tells what is missing. */
async function makeGuides(ctx: Ctx, nfe_id: number, rules: readonly StateRule[]): Promise<void> {
  const note = await find(ctx, nfe, nfe_id, { lock: true })
  if (!note || note.dhCancelamento !== null) return
  const [made] = await rowsOf(ctx, sql`select 1 from gnre where nfe_id = ${nfe_id} limit 1`)
  const signed = made ? undefined : await signedOf(ctx, note)
  const taxes = signed === undefined ? undefined : taxesOfNote(signed)
  if (signed === undefined || !taxes) return
  const payer = await payerOf(ctx, note.empresa_id)
  // A note of the trial environment owes nothing in the other, nor the other way round.
  if (Number(payer.tpAmb) !== note.tpAmb) return
  const day = ctx.clock.today()
  const told = { ...taxes, emitente: payer.emitente, dataVencimento: day, dataPagamento: day }
  const town = townIn(signed)
  const guides = await insertMany(
    ctx,
    gnre,
    guidesOfNote(told, rules).map((guide) => ({
      empresa_id: note.empresa_id,
      nfe_id,
      tpAmb: Number(payer.tpAmb),
      ...columnsOf(guide, { cMun_dest: town, day }),
    })),
  )
  const ready: Gnre[] = []
  for (const guide of guides) {
    const refused = await attempt(ctx, async () => {
      assertSendable(guide, payer, rules)
      await advance(ctx, gnre, guide, 'envia', { envios: 1 })
    })
    if (refused) await update(ctx, gnre, guide, { problemas: problemsIn(refused) }, 'não pôde ser enviada')
    else ready.push(await load(ctx, gnre, guide.id))
  }
  await queueLot(ctx, ready, payer, rules)
}

/** The town that goods go to, where the note names one of the country. */
function townIn(xml: string): number | null {
  const code = /<enderDest>[^]*?<cMun>(\d{7})<\/cMun>/.exec(xml)?.[1]
  return code === undefined || code === '9999999' ? null : Number(code)
}
