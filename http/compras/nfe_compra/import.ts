import * as v from 'valibot'
import { sql } from 'drizzle-orm'
import { type ItemCost, itemCosts } from '../../../core/fiscal/item-cost'
import type { NfeItem, NfeReading } from '../../../core/fiscal/nfe-types'
import { type Decimal, decimal, roundHalfUp, ZERO } from '../../../core/money/decimal'
import { apportion } from '../../../core/tax/apportion'
import { effect } from '../../documents/effect'
import { entrada } from '../../estoque/entrada/entrada'
import { type Ctx, rowsOf } from '../../platform/context'
import { ApiError, badRequest, invalid } from '../../platform/errors'
import { intArray } from '../../platform/engine/query'
import { update } from '../../platform/engine/write'
import { decimalInput, flag, identifier } from '../../platform/inputs'
import type { RecordOf, Row } from '../../platform/resource'
import { cut } from './cut'
import { type Match, matchItems } from './match'
import { nfeCompra } from './nfe-compra'
import { createProducts, rememberCodes } from './products'
import { assertPending } from './state'
import { storedReading } from './xml'

type Invoice = RecordOf<typeof nfeCompra>

const choice = v.object({
  nItem: v.number(),
  mercadoria_id: v.optional(v.nullable(identifier)),
  fatorConversao: v.optional(v.nullable(decimalInput)),
  armazenamento_id: v.optional(v.nullable(identifier)),
  /** A new product, whatever the matches say. */
  criar: v.optional(flag, false),
})

/** What a person may decide before the import: products, conversion factors, locations, extra freight. What is left open is decided by the matches. */
export const importInput = v.object({
  mercadoria_importacao_list: v.optional(v.pipe(v.array(choice), v.maxLength(2_000)), []),
  vTotFrete: v.optional(v.nullable(decimalInput)),
  confirmaSemFrete: v.optional(flag, false),
  armazenamento_id: v.optional(v.nullable(identifier)),
  tipo_entrada_saida_id: v.optional(v.nullable(identifier)),
})

type ImportInput = v.InferOutput<typeof importInput>

/** An item with its cost, its freight beyond the invoice's, and the product it seems to be. */
interface Line {
  readonly item: NfeItem
  readonly cost: ItemCost
  readonly extraFreight: Decimal
  readonly match: Match | undefined
}

/** `getImportacaoXmlData`: the invoice as the import grid shows it. */
export async function importData(ctx: Ctx, invoice: Invoice): Promise<object> {
  const nfe = await storedReading(ctx, invoice)
  const lines = await linesOf(ctx, invoice, nfe, ZERO)
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
    avisos: nfe.warnings,
    mercadoria_importacao_list: lines.map(gridRow),
    duplicatas: nfe.duplicatas.map((one) => ({ nDup: one.nDup, dVencimento: one.dVenc, vDup: Number(one.vDup) })),
  }
}

function gridRow({ item, cost, extraFreight, match }: Line): object {
  return {
    nItem: item.nItem,
    cProd: item.cProd,
    xProd: item.xProd,
    mercadoria_id: match?.mercadoria_id ?? null,
    mercadoria: match ? { id: match.mercadoria_id, xProd: match.xProd } : null,
    motivo: match?.motivo ?? null,
    fatorConversao: Number(match?.fatorConversao ?? 1),
    uCom: item.uCom,
    qCom: Number(item.qCom),
    qTrib: Number(item.qTrib),
    vProd: Number(cost.vProd),
    vUnTrib: Number(item.vUnTrib),
    vFrete: Number(cost.vFrete),
    vFreteCusto: Number(extraFreight.toFixed(2)),
    vOutro: Number(cost.vOutro),
    vDesc: Number(cost.vDesc),
    NCM: item.NCM,
    cEANTrib: item.cEANTrib,
    orig: item.orig,
    vICMSST: Number(cost.vICMSST),
    pIPI: Number(item.pIPI ?? 0),
    vIPI: Number(cost.vIPI),
    vTotal: Number(cost.vTotal),
  }
}

async function linesOf(ctx: Ctx, invoice: Invoice, nfe: NfeReading, extra: Decimal): Promise<Line[]> {
  const costs = itemCosts(nfe)
  const found = await matchItems(ctx, invoice.fornecedor_id, nfe.itens)
  const shares =
    extra.sign() > 0
      ? apportion(
          extra,
          nfe.itens.map((item) => item.vProd),
        )
      : []
  return nfe.itens.flatMap((item, at) => {
    const cost = costs[at]
    return cost ? [{ item, cost, extraFreight: shares[at] ?? ZERO, match: found.get(item.nItem) }] : []
  })
}

/** `processarImportacao`: makes the entry. Throws `imported`, `refused`, `freight_required`, 422 for a product that is not there. */
export async function importInvoice(
  ctx: Ctx,
  invoice: Invoice,
  input: ImportInput,
): Promise<{ id: number; entrada_id: number }> {
  assertPending(invoice, 'importa')
  const nfe = await storedReading(ctx, invoice)
  const freight = decimal(input.vTotFrete ?? invoice.vTotFrete)
  if (invoice.exige_frete_dfe && freight.isZero() && !input.confirmaSemFrete)
    throw badRequest('A nota não traz frete. Confirme para importar com frete zero.', 'freight_required')
  const extra = freight.minus(invoice.vTotFrete)
  const lines = await linesOf(ctx, invoice, nfe, extra)
  const choices = new Map(input.mercadoria_importacao_list.map((one) => [one.nItem, one]))
  const products = await productsOf(ctx, lines, choices)
  const items = lines.map((line) => entryItem(line, choices.get(line.item.nItem), products.get(line.item.nItem) ?? 0))
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
  await rememberCodes(
    ctx,
    invoice.fornecedor_id,
    items.map((item) => ({
      codigo: String(item.cProd),
      mercadoria_id: Number(item.mercadoria_id),
      fatorConversao: String(item.fatorConversao),
    })),
  )
  await update(ctx, nfeCompra, invoice, { entrada_id: entry.id, dhImportacao: ctx.clock.now() }, 'processarImportacao')
  return { id: entry.id, entrada_id: entry.id }
}

type Choice = v.InferOutput<typeof choice>
type Choices = ReadonlyMap<number, Choice>

/** The product that an item is taken for: the chosen one, else the match. */
function productOf(line: Line, choice: Choice | undefined): number | undefined {
  return choice?.criar ? undefined : (choice?.mercadoria_id ?? line.match?.mercadoria_id)
}

/** The product of each item: the chosen one, else the match, else a new one. Items with one code and no product share the new one. */
async function productsOf(ctx: Ctx, lines: readonly Line[], choices: Choices): Promise<Map<number, number>> {
  const chosen = new Map(lines.map((line) => [line.item.nItem, productOf(line, choices.get(line.item.nItem)) ?? 0]))
  await assertProducts(
    ctx,
    [...chosen.values()].filter((id) => id > 0),
  )
  const firstOf = new Map<string, Line>()
  for (const line of lines)
    if (!chosen.get(line.item.nItem) && !firstOf.has(line.item.cProd)) firstOf.set(line.item.cProd, line)
  const wanted = [...firstOf.values()].map((line) => ({ item: line.item, cost: unitCost(line, choices) }))
  const created = await createProducts(ctx, wanted)
  for (const line of lines) {
    if (chosen.get(line.item.nItem)) continue
    const first = firstOf.get(line.item.cProd) ?? line
    chosen.set(line.item.nItem, created.get(first.item.nItem) ?? 0)
  }
  return chosen
}

async function assertProducts(ctx: Ctx, ids: readonly number[]): Promise<void> {
  const wanted = [...new Set(ids)]
  const rows = await rowsOf(ctx, sql`select id from mercadoria where id = any (${intArray(wanted)}::int[])`)
  if (rows.length !== wanted.length) throw invalid({ mercadoria_id: ['Selecione um registro válido.'] })
}

/** The factor told, else the one known of the match, where that is the product chosen. */
function factorOf(line: Line, choice: Choice | undefined): string {
  const known = productOf(line, choice) === line.match?.mercadoria_id ? line.match?.fatorConversao : undefined
  const factor = choice?.fatorConversao ?? known ?? '1'
  if (decimal(factor).sign() <= 0)
    throw invalid({ fatorConversao: ['O fator de conversão precisa ser maior que zero.'] })
  return factor
}

function unitCost(line: Line, choices: Choices): string {
  const quantity = decimal(line.item.qCom).times(factorOf(line, choices.get(line.item.nItem)))
  return quantity.isZero()
    ? '0'
    : roundHalfUp(decimal(line.cost.vTotal).plus(line.extraFreight).div(quantity), 4).toFixed(4)
}

function entryItem(line: Line, choice: Choice | undefined, mercadoria_id: number): Row {
  const { item, cost, extraFreight } = line
  const fatorConversao = factorOf(line, choice)
  return {
    mercadoria_id,
    armazenamento_id: choice?.armazenamento_id ?? null,
    nItem: item.nItem,
    cProd: cut(item.cProd, 60),
    xProd: cut(item.xProd, 120),
    uCom: cut(item.uCom, 6),
    qCom: roundHalfUp(item.qCom, 4).toFixed(4),
    vUnCom: roundHalfUp(item.vUnCom, 10).toFixed(10),
    fatorConversao: roundHalfUp(fatorConversao, 10).toFixed(10),
    vProd: cost.vProd,
    vFrete: decimal(cost.vFrete).plus(extraFreight).toFixed(2),
    vSeg: cost.vSeg,
    vOutro: decimal(cost.vOutro).plus(cost.vOutrosTributos).toFixed(2),
    vDesc: cost.vDesc,
    pIPI: item.pIPI === null ? '0' : roundHalfUp(item.pIPI, 4).toFixed(4),
    vIPI: cost.vIPI,
    vICMSST: decimal(cost.vICMSST).plus(cost.vFCPST).toFixed(2),
  }
}

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
