import { sql } from 'drizzle-orm'
import { readAccessKey } from '../../../core/fiscal/access-key'
import { CANCELLING } from '../../../core/fiscal/nfe-file'
import { type EventSummary, type NoteSummary, readEvent, readSummary } from '../../../core/fiscal/received'
import { type Ctx, rowsOf } from '../../platform/context'
import { hold } from '../../platform/engine/hold'
import { find, insert, insertRows, update } from '../../platform/engine/write'
import { attempt } from '../../platform/savepoint'
import type { RecordOf } from '../../platform/resource'
import { cut } from '../nfe_compra/cut'
import { importUnattended, knowOf } from '../manifestacao/unattended'
import { nfeCompra } from '../nfe_compra/nfe-compra'
import type { Received } from '../nfe_compra/read-apart'
import { completeWith, receiveXml, supplierOf } from '../nfe_compra/receive'
import { dfeDocumento } from './dfe'

/** A document of the distribution, unpacked and read before there is a transaction. */
export interface Unpacked {
  readonly NSU: string | null
  readonly esquema: string
  readonly xml: string
  /** Of a whole note what it says; else why it cannot be read. */
  readonly note?: Received | { readonly erro: string }
}

type Invoice = RecordOf<typeof nfeCompra>

/** What the summary of a note says that counts no more (cSitNFe): denied, cancelled. */
const OVER: ReadonlySet<string | null> = new Set(['2', '3'])

/** Of the documents of an answer those that were not kept before: one that is asked for again changes nothing. */
export async function notYetKept(ctx: Ctx, documents: readonly Unpacked[]): Promise<readonly Unpacked[]> {
  const rows = await rowsOf(
    ctx,
    sql`select "NSU" from dfe_documento where empresa_id = ${ctx.actor.empresa_id}
        and "NSU" in (select jsonb_array_elements_text(${JSON.stringify(documents.map(({ NSU }) => NSU))}::jsonb))`,
  )
  const kept = new Set(rows.map(({ NSU }) => NSU))
  return documents.filter(({ NSU }) => NSU === null || !kept.has(NSU))
}

/** Takes in one document, in the caller's transaction: a note, the summary of one, or an event of one. What cannot be taken is kept with why. */
export async function takeIn(ctx: Ctx, document: Unpacked): Promise<void> {
  const { NSU, esquema, xml } = document
  const { empresa_id } = ctx.actor
  let invoice: Invoice | undefined
  const refused = await attempt(ctx, async () => {
    invoice = await invoiceOf(ctx, document)
  })
  const erro = refused?.message ?? (document.note && 'erro' in document.note ? document.note.erro : null)
  const chNFe = invoice?.chave ?? keyIn(xml)
  await insertRows(ctx, dfeDocumento, [
    { empresa_id, NSU, esquema, chNFe, nfe_compra_id: invoice?.id ?? null, erro, xml },
  ])
}

const keyIn = (xml: string): string | null => /<chNFe>([^<]{44})<\/chNFe>/.exec(xml)?.[1] ?? null

async function invoiceOf(ctx: Ctx, { note, xml }: Unpacked): Promise<Invoice | undefined> {
  if (note !== undefined) return 'erro' in note ? undefined : wholeNote(ctx, note)
  const summary = readSummary(xml)
  if (summary) return summaryOf(ctx, summary)
  const event = readEvent(xml)
  return event && eventOf(ctx, event)
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
