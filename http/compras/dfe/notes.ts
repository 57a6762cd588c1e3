import { sql } from 'drizzle-orm'
import { readAccessKey } from '../../../core/fiscal/access-key'
import { CANCELLING } from '../../../core/fiscal/nfe-file'
import { type EventSummary, type NoteSummary, readEvent, readSummary } from '../../../core/fiscal/received'
import { type Ctx, rowsOf } from '../../platform/context'
import { hold } from '../../platform/engine/hold'
import { find, insert, update } from '../../platform/engine/write'
import type { RecordOf } from '../../platform/resource'
import { distribute } from '../../nfe/sefaz/client'
import { cut } from '../nfe_compra/cut'
import { importUnattended, knowOf } from '../manifestacao/unattended'
import { nfeCompra } from '../nfe_compra/nfe-compra'
import { readInvoice, type Received } from '../nfe_compra/read-apart'
import { completeWith, receiveXml, supplierOf } from '../nfe_compra/receive'
import type { Asker, Belongs, Distribution, TakeIn } from './distribution'

type Invoice = RecordOf<typeof nfeCompra>

/** What the summary of a note says that counts no more (cSitNFe): denied, cancelled. */
const OVER: ReadonlySet<string | null> = new Set(['2', '3'])

const placeOf = (at: Asker) => ({ ...at, mod: '55', tpEmis: '1' }) as const

/** Notes that were issued to the company, summaries and events of them (NFeDistribuicaoDFe, NT 2014.002). */
export const noteDistribution: Distribution = {
  mod: 55,
  isWanted: sql`e.busca_notas`,
  ask: async (at, key) => (await distribute(placeOf(at), at.CNPJ_CPF, key)).answer,
  askByKey: async (at, chNFe) => (await distribute(placeOf(at), at.CNPJ_CPF, { chNFe })).answer,
  read: async ({ esquema, xml }) => (esquema.startsWith('procNFe') ? ofNote(await readInvoice(xml)) : ofOther(xml)),
  keyIn: (xml) => ({ chNFe: /<chNFe>([^<]{44})<\/chNFe>/.exec(xml)?.[1] ?? null }),
}

const belonging = ({ id, chave }: Invoice): Belongs => ({ chNFe: chave, nfe_compra_id: id })

const ofNote =
  (note: Received): TakeIn =>
  async (ctx) =>
    belonging(await wholeNote(ctx, note))

/** A summary of a note, or an event; anything else is kept as it is. */
const ofOther =
  (xml: string): TakeIn =>
  async (ctx) => {
    const summary = readSummary(xml)
    const event = summary ? undefined : readEvent(xml)
    const invoice = summary ? await summaryOf(ctx, summary) : event && (await eventOf(ctx, event))
    return invoice ? belonging(invoice) : {}
  }

async function byKey(ctx: Ctx, chave: string): Promise<Invoice | undefined> {
  await hold(ctx, 'nfe_compra', [chave])
  const [row] = await rowsOf(
    ctx,
    sql`select id from nfe_compra where chave = ${chave} and empresa_id = ${ctx.actor.empresa_id}`,
  )
  return row && find(ctx, nfeCompra, Number(row.id), { lock: true })
}

async function wholeNote(ctx: Ctx, received: Received): Promise<Invoice> {
  const known = await byKey(ctx, received.nfe.chNFe)
  if (known && !known.resumo) return known
  const invoice = known
    ? await completeWith(ctx, known, received)
    : await withEarlierEvents(ctx, await receiveXml(ctx, received))
  await importUnattended(ctx, invoice)
  return invoice
}

/** Events may come before the note that they are of: a cancellation that is there already holds. */
async function withEarlierEvents(ctx: Ctx, invoice: Invoice): Promise<Invoice> {
  const rows = await rowsOf(
    ctx,
    sql`select xml from dfe_documento where empresa_id = ${invoice.empresa_id} and "chNFe" = ${invoice.chave} and nfe_compra_id is null order by id limit 100`,
  )
  const events = rows.flatMap(({ xml }) => readEvent(String(xml)) ?? [])
  const cancelled = events.find(({ tpEvento }) => CANCELLING.has(tpEvento))
  return cancelled ? withdrawn(ctx, invoice, cancelled.xJust) : invoice
}

async function summaryOf(ctx: Ctx, summary: NoteSummary): Promise<Invoice> {
  const known = await byKey(ctx, summary.chNFe)
  const invoice = known ?? (await withEarlierEvents(ctx, await promised(ctx, summary)))
  if (!known && !OVER.has(summary.cSitNFe) && invoice.dhCancelamento === null) await knowOf(ctx, invoice)
  return OVER.has(summary.cSitNFe) ? withdrawn(ctx, invoice, 'Cancelada ou denegada na SEFAZ.') : invoice
}

/** An invoice of which there is the summary alone. */
async function promised(ctx: Ctx, summary: NoteSummary): Promise<Invoice> {
  const { parts } = readAccessKey(summary.chNFe)
  const supplier = await supplierOf(ctx, { id: summary.CNPJ_CPF, xNome: summary.xNome, IE: summary.IE })
  return insert(ctx, nfeCompra, {
    empresa_id: ctx.actor.empresa_id,
    chave: summary.chNFe,
    nNF: Number(parts?.nNF ?? 0),
    serie: Number(parts?.serie ?? 0),
    dhEmi: summary.dhEmi,
    fornecedor_id: supplier.id,
    CNPJ_CPF: summary.CNPJ_CPF,
    xNome: cut(summary.xNome, 120),
    vNF: summary.vNF ?? '0',
    resumo: true,
  })
}

async function eventOf(ctx: Ctx, { chNFe, tpEvento, xJust }: EventSummary): Promise<Invoice | undefined> {
  const known = await byKey(ctx, chNFe)
  return known && CANCELLING.has(tpEvento) ? withdrawn(ctx, known, xJust) : known
}

/** The issuer has cancelled it. One that was imported stays, told as such: whoever received the goods decides. */
function withdrawn(ctx: Ctx, invoice: Invoice, xJust: string | null): Promise<Invoice> {
  if (invoice.dhCancelamento !== null) return Promise.resolve(invoice)
  const set =
    invoice.entrada_id === null
      ? { dhCancelamento: ctx.clock.now(), xJust: cut(xJust ?? 'Cancelada pelo emitente.', 500) }
      : { cancelada_emitente: true }
  return update(ctx, nfeCompra, invoice, set, 'foi cancelada pelo emitente')
}
