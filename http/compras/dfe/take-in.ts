import { sql } from 'drizzle-orm'
import { readAccessKey } from '../../../core/fiscal/access-key'
import { type EventSummary, type NoteSummary, readEvent, readSummary } from '../../../core/fiscal/received'
import { fornecedor } from '../../cadastros/pessoas'
import { type Ctx, rowsOf } from '../../platform/context'
import { hold } from '../../platform/engine/hold'
import { find, insert, insertRows, update } from '../../platform/engine/write'
import { attempt } from '../../platform/savepoint'
import type { RecordOf } from '../../platform/resource'
import { cut } from '../nfe_compra/cut'
import { nfeCompra } from '../nfe_compra/nfe-compra'
import type { Received } from '../nfe_compra/read-apart'
import { completeWith, receiveXml } from '../nfe_compra/receive'
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

/** Cancelled by its issuer, at once or by substitution. */
const CANCELLED = new Set(['110111', '110112'])
const DENIED = '2'
const CANCELLED_SUMMARY = '3'

/** Takes in one document, in the caller's transaction: a note, the summary of one, or an event of one. What cannot be taken is kept with why. One that is there already changes nothing. */
export async function takeIn(ctx: Ctx, document: Unpacked): Promise<void> {
  const { NSU, esquema, xml } = document
  const empresa_id = ctx.actor.empresa_id
  const [known] = await rowsOf(
    ctx,
    sql`select 1 from dfe_documento where empresa_id = ${empresa_id} and "NSU" = ${NSU}`,
  )
  if (known) return
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
  if (!known) return receiveXml(ctx, received)
  return known.resumo ? completeWith(ctx, known, received) : known
}

async function summaryOf(ctx: Ctx, summary: NoteSummary): Promise<Invoice> {
  const known = await byKey(ctx, summary.chNFe)
  const over = summary.cSitNFe === DENIED || summary.cSitNFe === CANCELLED_SUMMARY
  const cancelled = over ? { dhCancelamento: ctx.clock.now(), xJust: 'Cancelada ou denegada na SEFAZ.' } : {}
  if (known) return over ? withdrawn(ctx, known, cancelled.xJust ?? '') : known
  const { parts } = readAccessKey(summary.chNFe)
  return insert(ctx, nfeCompra, {
    empresa_id: ctx.actor.empresa_id,
    chave: summary.chNFe,
    nNF: Number(parts?.nNF ?? 0),
    serie: Number(parts?.serie ?? 0),
    dhEmi: summary.dhEmi,
    fornecedor_id: await supplierId(ctx, summary),
    CNPJ_CPF: summary.CNPJ_CPF,
    xNome: cut(summary.xNome, 120),
    vNF: summary.vNF ?? '0',
    resumo: true,
    ...cancelled,
  })
}

async function supplierId(ctx: Ctx, { CNPJ_CPF, xNome, IE }: NoteSummary): Promise<number> {
  if (CNPJ_CPF !== null) await hold(ctx, 'fornecedor', [CNPJ_CPF])
  const [known] =
    CNPJ_CPF === null ? [] : await rowsOf(ctx, sql`select id from fornecedor where "CNPJ_CPF" = ${CNPJ_CPF}`)
  if (known) return Number(known.id)
  const made = await insert(ctx, fornecedor, {
    CNPJ_CPF,
    xNome: cut(xNome ?? 'Fornecedor sem nome', 120),
    IE: cut(IE, 20),
  })
  return made.id
}

async function eventOf(ctx: Ctx, { chNFe, tpEvento, xJust }: EventSummary): Promise<Invoice | undefined> {
  const known = await byKey(ctx, chNFe)
  if (!known || !CANCELLED.has(tpEvento ?? '')) return known
  return withdrawn(ctx, known, xJust ?? 'Cancelada pelo emitente.')
}

/** The issuer has cancelled it. One that was imported stays, told as such: whoever received the goods decides. */
function withdrawn(ctx: Ctx, invoice: Invoice, xJust: string): Promise<Invoice> {
  if (invoice.dhCancelamento !== null) return Promise.resolve(invoice)
  const set =
    invoice.entrada_id === null
      ? { dhCancelamento: ctx.clock.now(), xJust: cut(xJust, 500) }
      : { cancelada_emitente: true }
  return update(ctx, nfeCompra, invoice, set, 'foi cancelada pelo emitente')
}
