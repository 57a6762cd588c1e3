import * as v from 'valibot'
import { sql } from 'drizzle-orm'
import { notAuthorised } from '../../../core/fiscal/nfe-notices'
import type { NfeReading } from '../../../core/fiscal/nfe-types'
import { decimal, roundHalfUp, ZERO } from '../../../core/money/decimal'
import { effect } from '../../documents/effect'
import { entrada } from '../../estoque/entrada/entrada'
import { type Ctx, rowsOf } from '../../platform/context'
import { ApiError, badRequest } from '../../platform/errors'
import { update } from '../../platform/engine/write'
import { decimalInput, flag, identifier } from '../../platform/inputs'
import type { RecordOf, Row } from '../../platform/resource'
import { itemCodeNotices } from './codes'
import { cut } from './cut'
import { complementRows, entryRow } from './entry-rows'
import {
  choice,
  type Decided,
  decideLines,
  fractionNotices,
  gridRow,
  isValueOnly,
  type Line,
  linesOf,
  noticesOf,
} from './lines'
import { rememberedGtin } from './match'
import { nfeCompra } from './nfe-compra'
import { rememberCodes } from './products'
import { assertPending } from './state'
import { storedReading } from './xml'

type Invoice = RecordOf<typeof nfeCompra>

/** What a person may decide before the import: products, conversion factors, locations, extra freight. What is left open is decided by the matches. */
export const importInput = v.object({
  mercadoria_importacao_list: v.optional(v.pipe(v.array(choice), v.maxLength(2_000)), []),
  vTotFrete: v.optional(v.nullable(decimalInput)),
  confirmaSemFrete: v.optional(flag, false),
  confirmaSemAutorizacao: v.optional(flag, false),
  armazenamento_id: v.optional(v.nullable(identifier)),
  tipo_entrada_saida_id: v.optional(v.nullable(identifier)),
})

type ImportInput = v.InferOutput<typeof importInput>

/** `getImportacaoXmlData`: the invoice as the import grid shows it. */
export async function importData(ctx: Ctx, invoice: Invoice): Promise<object> {
  const nfe = await storedReading(ctx, invoice)
  const lines = await linesOf(ctx, invoice, { nfe, freight: ZERO })
  return {
    id: invoice.id,
    nfe_compra_id: invoice.id,
    entrada_id: invoice.entrada_id,
    nNF: invoice.nNF,
    chave: invoice.chave,
    fornecedor_id: invoice.fornecedor_id,
    vTotFrete: Number(invoice.vTotFrete),
    exige_frete_dfe: invoice.exige_frete_dfe,
    vProdNF: Number(invoice.vProdNF),
    vNF: Number(invoice.vNF),
    avisos: [...noticesOf(nfe, lines, new Map()), ...(await itemCodeNotices(ctx, nfe))],
    mercadoria_importacao_list: lines.map(gridRow),
    duplicatas: nfe.duplicatas.map((one) => ({ nDup: one.nDup, dVencimento: one.dVenc, vDup: Number(one.vDup) })),
  }
}

/**
 * `processarImportacao`: makes the entry, and tells what of the invoice is odd. Throws `imported`, `transferred`, `refused`, `freight_required`, `not_authorised` for a
 * note that was denied or cancelled, 422 for a product that is not there.
 */
export async function importInvoice(
  ctx: Ctx,
  invoice: Invoice,
  input: ImportInput,
): Promise<{ id: number; entrada_id: number; avisos: string[] }> {
  assertPending(invoice, 'importa')
  await assertNotTransferred(ctx, invoice)
  const nfe = await storedReading(ctx, invoice)
  const refused = notAuthorised(nfe)
  if (refused !== undefined && !input.confirmaSemAutorizacao)
    throw badRequest(`${refused}: não cobre mercadorias. Confirme para importar assim mesmo.`, 'not_authorised')
  const freight = decimal(input.vTotFrete ?? invoice.vTotFrete)
  if (invoice.exige_frete_dfe && freight.isZero() && !input.confirmaSemFrete)
    throw badRequest('A nota não traz frete. Confirme para importar com frete zero.', 'freight_required')
  const choices = new Map(input.mercadoria_importacao_list.map((one) => [one.nItem, one]))
  const read = () => linesOf(ctx, invoice, { nfe, freight: freight.minus(invoice.vTotFrete) })
  const all = await read()
  const chosen = (line: Line) => (choices.get(line.item.nItem)?.mercadoria_id ?? null) !== null
  const open = all.filter((line) => !chosen(line))
  const complements = await complementRows(ctx, invoice, { nfe, lines: open })
  const goods = (line: Line) => !complements.has(line.item.nItem)
  const decided = await decideLines(ctx, choices, async () => (await read()).filter(goods))
  const items = [...decided.map(entryRow), ...[...complements.values()].flat()]
  const did = await effect(ctx, nfeCompra, invoice, { passo: 'processarImportacao' })
  const entry = await did.make(entrada, {
    values: {
      empresa_id: invoice.empresa_id,
      fornecedor_id: invoice.fornecedor_id,
      tipo_entrada_saida_id: input.tipo_entrada_saida_id ?? (await purchaseOperation(ctx)),
      armazenamento_id: input.armazenamento_id ?? undefined,
      nfe_compra_id: invoice.id,
      nNF: invoice.nNF,
      serie: invoice.serie,
      chNFe: invoice.chave,
      dEmissao: nfe.dhEmi.slice(0, 10),
    },
    lines: { entrada_mercadoria: items, entrada_duplicata: instalmentsOf(nfe) },
  })
  await rememberCodes(ctx, invoice.fornecedor_id, codesOf(decided))
  await update(ctx, nfeCompra, invoice, { entrada_id: entry.id, dhImportacao: ctx.clock.now() }, 'processarImportacao')
  const avisos = [...noticesOf(nfe, all, choices), ...(await itemCodeNotices(ctx, nfe)), ...fractionNotices(decided)]
  return { id: entry.id, entrada_id: entry.id, avisos }
}

/** Goods that another company of the house sent wait in an entry already. Throws 400 `transferred`. */
async function assertNotTransferred(ctx: Ctx, { empresa_id, chave }: Invoice): Promise<void> {
  const [entry] = await rowsOf(
    ctx,
    sql`select id from entrada where empresa_id = ${empresa_id} and "chNFe" = ${chave} and empresa_origem_id is not null and "dhCancelamento" is null limit 1`,
  )
  if (entry)
    throw badRequest(`Esta nota é de uma transferência: receba a entrada nº ${Number(entry.id)}.`, 'transferred')
}

/** What is certain of a line without anybody looking: its product by a code, and how it is counted. */
const isCertain = ({ match }: Line): boolean => match !== undefined && match.motivo !== 'descricao' && !match.unsure

/** Makes the entry of an invoice whose goods are all known by their codes; nothing where a person has to decide. Throws as `importInvoice` does. */
export async function importKnown(ctx: Ctx, invoice: Invoice): Promise<void> {
  const lines = await linesOf(ctx, invoice, { nfe: await storedReading(ctx, invoice), freight: ZERO })
  if (lines.length > 0 && lines.every(isCertain)) await importInvoice(ctx, invoice, v.parse(importInput, {}))
}

/** What is remembered of the supplier's codes. A cost without goods says nothing of units. */
const codesOf = (lines: readonly Decided[]) =>
  lines
    .filter(({ item }) => !isValueOnly(item))
    .map(({ item, mercadoria_id, factor }) => ({
      codigo: cut(item.cProd, 60) ?? '',
      cEAN: rememberedGtin(item),
      mercadoria_id,
      fatorConversao: roundHalfUp(factor, 10).toFixed(10),
    }))

function instalmentsOf(nfe: NfeReading): Row[] {
  return nfe.duplicatas
    .filter((one) => decimal(one.vDup).sign() > 0)
    .map((one, at) => ({
      n: at + 1,
      numero: one.nDup ?? String(at + 1),
      dVencimento: one.dVenc ?? nfe.dhEmi.slice(0, 10),
      vDup: roundHalfUp(one.vDup).toFixed(2),
    }))
}

async function purchaseOperation(ctx: Ctx): Promise<number> {
  const [row] = await rowsOf(
    ctx,
    sql`select id from tipo_entrada_saida where tipo = 0 and ativo order by padrao = 0 desc nulls last, id limit 1`,
  )
  if (!row) throw new ApiError(400, 'no_operation', 'Cadastre um tipo de operação de entrada antes de importar notas.')
  return Number(row.id)
}
