import { sql } from 'drizzle-orm'
import { decimal } from '../../core/money/decimal'
import { discountAbove } from '../../core/pricing/discount'
import { DISCOUNT_AMOUNTS, DISCOUNTS } from '../../core/pricing/line'
import { priceWith } from '../../core/pricing/made-to-order'
import type { PromotedLine } from '../../core/pricing/promoted'
import { type Ctx, rowsOf } from '../platform/context'
import { invalid } from '../platform/errors'
import { intArray } from '../platform/engine/query'
import { loadWhere } from '../platform/engine/write'
import { takePdv } from './pdv/of-sale'
import { lineInput, pricedColumns } from './priced-row'
import { holdingPrices, holdingTable, judgePrice, tableOfCustomer } from './price-guard'
import { promotedDrafts } from './promocao/judged'
import { offers } from './promocao/offers'
import { changes, type Draft, type Hooks, refuseRows, resourceNamed, type Row } from '../platform/resource'

/** The two documents that share lines, instalments and totals. */
export type DocumentKind = 'orcamento' | 'venda'

const text = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))
const amountIn = (value: unknown): string => text(value) ?? '0'

/** The caller's own documents: those that the caller created, by the audit trail. */
export const ownDocuments = (kind: DocumentKind) => (_value: unknown, ctx: Ctx) =>
  sql`exists (select 1 from auditoria a where a.recurso = ${kind} and a.registro_id = t.id and a.acao in ('create', 'duplica', 'agrupa') and a.user_id = ${ctx.actor.id})`

/** Does the document's operation type move stock? */
export async function movesStock(ctx: Ctx, document: Row): Promise<boolean> {
  const [row] = await rowsOf(
    ctx,
    sql`select movimenta_estoque from tipo_entrada_saida where id = ${Number(document.tipo_entrada_saida_id)}`,
  )
  return row?.movimenta_estoque !== false
}

/** Rules of the head: what it may name, and what a new one starts with. */
export function documentHooks(kind: DocumentKind): Hooks {
  return {
    prepare: async (ctx, drafts) => {
      for (const draft of drafts) {
        if (!draft.before) draft.values.dhAbertura = ctx.clock.now()
        if (changes(draft, 'tipo_entrada_saida_id')) await assertGoesOut(ctx, draft.values)
        if (changes(draft, 'cliente_id')) await takeCustomer(ctx, draft)
        if (kind === 'venda') await prepareVenda(ctx, draft)
        if (changes(draft, 'cliente_id')) await writeLinesAgain(ctx, kind, draft)
      }
    },
  }
}

/** Prices are judged by the customer's table: lines that did not come with another customer are written as they are, and judged by it. */
async function writeLinesAgain(ctx: Ctx, kind: DocumentKind, { before, input }: Draft): Promise<void> {
  const list = `${kind}_mercadorias`
  if (!before || !input || list in input) return
  const lines = resourceNamed(`${kind}_mercadoria`)
  input[list] = (await loadWhere(ctx, lines, `${kind}_id`, [Number(before.id)])).map(({ id }) => ({ id }))
}

/** Goods are sold by an operation of exit (document 2, section 9). */
async function assertGoesOut(ctx: Ctx, values: Row): Promise<void> {
  const [row] = await rowsOf(
    ctx,
    sql`select tipo from tipo_entrada_saida where id = ${Number(values.tipo_entrada_saida_id)}`,
  )
  if (row?.tipo === 0) throw invalid({ tipo_entrada_saida_id: ['Selecione um tipo de operação de saída.'] })
}

/** A document's customer is active; what the register says is stored with the document, and fills what a new one leaves open. */
async function takeCustomer(ctx: Ctx, { before, values }: Draft): Promise<void> {
  const [customer] = await rowsOf(
    ctx,
    sql`select vendedor_id, tabela_preco_id, transportadora_id, ativo from cliente where id = ${Number(values.cliente_id)}`,
  )
  if (customer?.ativo === false) throw invalid({ cliente_id: ['Este cliente está inativo.'] })
  if (!before)
    for (const name of ['vendedor_id', 'tabela_preco_id', 'transportadora_id'])
      values[name] ??= customer?.[name] ?? null
  Object.assign(values, await customerNow(ctx, Number(values.cliente_id)))
}

/** The customer as the register has it now: stored with the document, which a later change of the register does not rewrite. */
export async function customerNow(ctx: Ctx, cliente_id: number): Promise<Row> {
  const [row] = await rowsOf(
    ctx,
    sql`select c."xNome" as "cliente_xNome", c."CNPJ_CPF" as "cliente_CNPJ_CPF",
        left(concat_ws(', ', nullif(concat_ws(' ', c."xLgr", c.nro, c."xCpl"), ''), c."xBairro", nullif(concat_ws('/', m."xMun", c."UF"), ''), c."CEP"), 400) as "cliente_endereco"
        from cliente c left join municipio m on m.id = c."cMun" where c.id = ${cliente_id}`,
  )
  return row ?? {}
}

async function prepareVenda(ctx: Ctx, draft: Draft): Promise<void> {
  const { before, values } = draft
  await checkAddress(ctx, draft)
  await takePdv(ctx, draft)
  if (before && changes(draft, 'cliente_id')) values.xJustLiberacao = null // it was given to the other customer
  const whole = { ...before, ...values }
  const [company] = await rowsOf(
    ctx,
    sql`select exige_data_entrega from empresa where id = ${Number(whole.empresa_id)}`,
  )
  if (company?.exige_data_entrega && !whole.dEntrega && !whole.dhEntrega)
    throw invalid({ dEntrega: ['Preencha este campo.'] })
}

/** Goods go to an address of the sale's own customer; with another customer the old address goes. */
async function checkAddress(ctx: Ctx, draft: Draft): Promise<void> {
  const { before, values } = draft
  const isOther = changes(draft, 'cliente_id')
  if (before && isOther) values.endereco_id ??= null
  const { cliente_id, endereco_id } = { ...before, ...values }
  if ((!isOther && !changes(draft, 'endereco_id')) || endereco_id === null || endereco_id === undefined) return
  const [own] = await rowsOf(
    ctx,
    sql`select id from cliente_endereco where id = ${Number(endereco_id)} and cliente_id = ${Number(cliente_id)}`,
  )
  if (!own) throw invalid({ endereco_id: ['Este endereço não é do cliente da venda.'] })
}

/** Rules of the lines: prices are computed, and what is shown is stored with the document. */
export const lineHooks = (kind: DocumentKind): Hooks => ({
  prepare: async (ctx, drafts, parent) => {
    await holdChoices(ctx, kind, drafts)
    const products = await productsOf(ctx, drafts, parent)
    const promoted = await promotedDrafts(ctx, kind, drafts, { products, parent })
    refuseRows(drafts, (draft) =>
      priceDraft(ctx, draft, {
        product: products.get(Number(draft.values.mercadoria_id ?? draft.before?.mercadoria_id)),
        promoted: promoted.get(draft),
      }),
    )
  },
})

/**
 * How much of a line's price is characteristics follows from what is chosen: what the request says of it is what its price was counted with. Where the
 * choices come with the line, they price it once they are stored. Goods that become another product lose theirs.
 */
async function holdChoices(ctx: Ctx, kind: DocumentKind, drafts: readonly Draft[]): Promise<void> {
  const other: number[] = []
  for (const draft of drafts) {
    const { before, values, input } = draft
    const isOther = before !== undefined && changes(draft, 'mercadoria_id')
    if (isOther) other.push(Number(before.id))
    if (Array.isArray(input?.crt_list) && !(before === undefined && input.crt_list.length === 0)) continue
    const said = text(values.vAcrescimo) ?? (isOther ? '0' : (text(before?.vAcrescimo) ?? '0'))
    const vAcrescimo = isOther ? '0' : (text(before?.vAcrescimo) ?? '0')
    if (isOther) values.vCustoCrt = '0'
    if (decimal(said).eq(vAcrescimo) && values.vAcrescimo === undefined && !isOther) continue
    const vUnTrib = text(values.vUnTrib) ?? text(before?.vUnTrib) ?? '0'
    Object.assign(values, { vUnTrib: priceWith({ vUnTrib, vAcrescimo: said }, vAcrescimo).toFixed(4), vAcrescimo })
  }
  if (other.length > 0)
    await ctx.db.execute(
      sql`delete from ${sql.raw(`${kind}_mercadoria_crt`)} where ${sql.raw(`${kind}_mercadoria_id`)} = any (${intArray(other)}::int[])`,
    )
}

const productsOf = (ctx: Ctx, drafts: readonly Draft[], parent: Row | undefined): Promise<Map<number, Row>> =>
  goodsNow(
    ctx,
    drafts.map(({ before, values }) => Number(values.mercadoria_id ?? before?.mercadoria_id)),
    parent,
  )

/** Products as their register, prices, promotions and cost are now, by their number: all that the lines of a document are judged by. `tabela_preco_id` is its customer's table, else its own (`own_table`), else the usual one. */
export async function goodsNow(ctx: Ctx, of: readonly number[], parent: Row | undefined): Promise<Map<number, Row>> {
  const ids = [...new Set(of)].filter(Number.isInteger)
  const customers = sql`(select c.tabela_preco_id from cliente c where c.id = ${Number(parent?.cliente_id ?? 0)})`
  const own = sql`${Number(parent?.tabela_preco_id ?? 0)}::int`
  const rows = await rowsOf(
    ctx,
    sql`select m.id, m."xProd", m.ativo, m."pDescMaximo", m.decimal_preco, m."pIPI", m.custo, m."vPrecoMinimo", u.un, s."vCustoMedio",
          ${holdingPrices(ctx)} as prices, ${offers(ctx)} as offers,
          ${tableOfCustomer(ctx, customers, own)} as tabela_preco_id, ${holdingTable(ctx, own)} as own_table
        from mercadoria m left join unidade u on u.id = m.unidade_id
        left join mercadoria_saldo s on s.mercadoria_id = m.id and s.empresa_id = ${Number(parent?.empresa_id ?? ctx.actor.empresa_id)}
        where m.id = any (${intArray(ids)}::int[])`,
  )
  return new Map(rows.map((row) => [Number(row.id), row]))
}

/** Fills the computed fields of a line; answers what is wrong with it, if anything. */
function priceDraft(
  ctx: Ctx,
  draft: Draft,
  { product, promoted }: { readonly product: Row | undefined; readonly promoted: PromotedLine | undefined },
): Readonly<Record<string, string>> | undefined {
  const { before, values } = draft
  if (!product) return { mercadoria_id: 'Selecione um registro válido.' }
  if (product.ativo === false && changes(draft, 'mercadoria_id'))
    return { mercadoria_id: 'Esta mercadoria está inativa.' }
  if (!before) {
    values.decimal_preco ??= product.decimal_preco
    values.pIPI ??= product.pIPI
  }
  const line = { ...before, ...values }
  const input = lineInput(line, amountsOf(draft))
  const priced = pricedColumns(input)
  if (!priced) return { vDesc: 'O desconto passa do valor do item.' }
  const averageCost = text(product.vCustoMedio)
  const ownCost = averageCost !== null && Number(averageCost) > 0 ? averageCost : amountIn(product.custo)
  const vCustoUn = decimal(ownCost).plus(amountIn(line.vCustoCrt)).toFixed(10)
  const { vUnLiquido } = priced
  const { blocks, ...verdict } = judgePrice(ctx, draft, { line, vUnLiquido, vCustoUn, product, promoted })
  const reasons = [blocks ? verdict.xAvisoPreco : null, discountAbove(input, text(product.pDescMaximo) ?? '0')]
  Object.assign(values, priced, verdict, {
    xProd: product.xProd,
    un: product.un ?? null,
    vCustoUn,
    xMotivoBloqueio: reasons.filter((one) => one !== null).join('; ') || null,
  })
  return undefined
}

/**
 * The amounts of a line's discounts in money: the ones given, else those that it has, unless a fraction is given instead: it then says what they are
 * now. A line that was in percent has none yet.
 */
function amountsOf({ before, values }: Draft): Readonly<Record<string, string | null>> {
  const stored = (name: string) => (before === undefined ? undefined : (text(before[name]) ?? null))
  const changed = (name: string) =>
    values[name] !== undefined && (!before || Number(values[name] ?? 0) !== Number(before[name] ?? 0))
  const amountIn = (name: (typeof DISCOUNTS)[number]): string | null => {
    const amount = DISCOUNT_AMOUNTS[name]
    if (changed(amount) && (values[amount] !== null || stored(amount) !== null))
      return text(values[amount]) ?? (changed(name) ? null : '0')
    return changed(name) ? null : (stored(amount) ?? null)
  }
  return Object.fromEntries(DISCOUNTS.map((name) => [DISCOUNT_AMOUNTS[name], amountIn(name)]))
}
