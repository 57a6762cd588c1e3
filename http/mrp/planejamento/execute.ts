import * as v from 'valibot'
import { addDays, daysBetween } from '../../../core/br/civil-date'
import { pedidoCompra } from '../../compras/pedido_compra/pedido-compra'
import { effect } from '../../documents/effect'
import { action } from '../../platform/action'
import { numbered } from '../../platform/answers'
import type { Ctx } from '../../platform/context'
import { conflict, invalid } from '../../platform/errors'
import { loadWhere, update, updateMany } from '../../platform/engine/write'
import { decimalInput, flag, identifier } from '../../platform/inputs'
import { isDate, MESSAGES } from '../../platform/parse'
import type { RecordOf, Row } from '../../platform/resource'
import { may } from '../../platform/rights'
import { createOrders, createRequest, createPurchases, type Made, type Wanted } from './drafts'
import { planejamento, planejamentoMercadoria } from './planejamento'

export const NOTHING_CHOSEN = 'Nenhum item selecionado.'
export const NO_ACTION = 'Nenhum item com ação definida para executar.'
const CHECK_FIELDS = 'Verifique os campos obrigatórios: falta maior que zero e data do pedido.'
const MAX_ITEMS = 1000

const item = v.object({
  id: identifier,
  falta: v.optional(v.nullable(decimalInput)),
  quantidade: v.optional(v.nullable(decimalInput)),
  data_pedido: v.optional(
    v.nullable(
      v.pipe(
        v.string(),
        v.check((text) => text === '' || isDate(text), MESSAGES.date),
      ),
    ),
  ),
  tipo_acao: v.optional(
    v.nullable(v.pipe(v.union([v.number(), v.string()]), v.transform(Number), v.picklist([0, 1, 2]))),
  ),
  fornecedor_id: v.optional(v.nullable(identifier)),
  realizar: v.optional(flag),
})
const input = v.object({
  itens: v.optional(v.pipe(v.array(item), v.maxLength(MAX_ITEMS, `No máximo ${MAX_ITEMS} itens por vez.`)), []),
})

type Item = v.InferOutput<typeof item>
type Line = RecordOf<typeof planejamentoMercadoria>

/**
 * Executes what was chosen of a plan (T3-037), in one transaction: production orders as drafts; purchases as drafts of purchase orders where
 * the supplier is known (and the caller may make them), else as one purchase request. A line is executed once: the plan is locked meanwhile, and
 * the lines of the documents are unique by it. What was executed before is told, not done again.
 */
export const executarAcoes = action(planejamento, 'executarAcoes', {
  on: 'record',
  right: 'edit',
  summary: 'Cria solicitações, pedidos de compra e ordens de produção, abertos, dos itens escolhidos.',
  input,
  answer: v.object({
    itens: v.array(v.looseObject({ id: v.number(), ja_executado: v.boolean() })),
    solicitacao_list: v.array(numbered),
    pedido_compra_list: v.array(numbered),
    ordem_producao_list: v.array(numbered),
  }),
  verb: 'executarAcoes',
  run: async ({ ctx, record, input: { itens } }) => {
    const chosen = itens.filter((one) => one.realizar !== false)
    if (chosen.length === 0) throw invalid({ itens: [NOTHING_CHOSEN] })
    const lines = await linesOf(ctx, record.id, chosen)
    const wanted = chosen.map((one, at) => wantedOf(one, lines[at]))
    const errors = Object.fromEntries(
      wanted.flatMap((one, at) => (one.errors ? [[`itens.${at}.${one.errors.field}`, [one.errors.message]]] : [])),
    )
    if (Object.keys(errors).length > 0) throw invalid(errors)
    const acting = wanted.filter((one) => one.tipo_acao !== 0)
    if (acting.length === 0) throw invalid({ itens: [NO_ACTION] })
    const open = acting.filter((one) => !one.line.dhExecucao)
    if (open.length === 0) throw conflict('Estes itens já foram executados.')
    const made = await make(ctx, record, open)
    await markExecuted(ctx, record, open, made)
    return {
      itens: acting.map((one) => ({
        ...linksOf(made.get(one.line.id) ?? one.line),
        id: one.line.id,
        ja_executado: one.line.dhExecucao !== null,
      })),
      ...summaryOf(made),
    }
  },
})

/** The lines that were named, locked, in the order of the request. Another plan's line is no line of this one. */
async function linesOf(ctx: Ctx, planejamento_id: number, items: readonly Item[]): Promise<Line[]> {
  const ids = [...new Set(items.map((one) => one.id))]
  if (ids.length < items.length) throw invalid({ itens: ['O mesmo item aparece mais de uma vez.'] })
  const stored = await loadWhere(ctx, planejamentoMercadoria, 'id', ids, { lock: true })
  const own = new Map(stored.flatMap((one) => (one.planejamento_id === planejamento_id ? [[one.id, one]] : [])))
  return items.map(({ id }, at) => {
    const line = own.get(id)
    if (!line) throw invalid({ [`itens.${at}.id`]: ['Este item não é deste planejamento.'] })
    return line
  })
}

interface Checked extends Wanted {
  readonly errors?: { readonly field: string; readonly message: string }
}

/** What is asked of a line: what the request says, else what the plan says. */
function wantedOf(one: Item, line: Line | undefined): Checked {
  if (!line) throw new Error('A line was not loaded.')
  const tipo_acao = one.tipo_acao ?? line.tipo_acao
  // The net need as it stands means the lots that cover it; a need that was written over is meant as it is.
  const typed =
    one.falta === undefined || one.falta === null || Number(one.falta) === Number(line.falta) ? undefined : one.falta
  const quantidade = one.quantidade ?? typed ?? line.quantidade
  const data_pedido = one.data_pedido === undefined ? line.data_pedido : one.data_pedido || null
  const lacks = Number(one.falta ?? line.falta) > 0 && Number(quantidade) > 0
  const field = lacks ? (tipo_acao !== 0 && data_pedido === null ? 'data_pedido' : undefined) : 'falta'
  return {
    line,
    tipo_acao,
    quantidade,
    data_pedido,
    data_necessidade: neededOn(line, data_pedido),
    fornecedor_id: one.fornecedor_id === undefined ? line.fornecedor_id : one.fornecedor_id,
    ...(field === undefined ? {} : { errors: { field, message: CHECK_FIELDS } }),
  }
}

/** An order placed on another day comes on another day. */
function neededOn({ data_pedido, data_necessidade }: Line, ordered: string | null): string | null {
  if (data_necessidade === null || data_pedido === null || ordered === null) return data_necessidade ?? ordered
  return addDays(ordered, Math.max(0, daysBetween(data_pedido, data_necessidade)))
}

async function make(
  ctx: Ctx,
  plan: RecordOf<typeof planejamento>,
  wanted: readonly Wanted[],
): Promise<Map<number, Made>> {
  const produce = wanted.filter((one) => one.tipo_acao === 2)
  const buy = wanted.filter((one) => one.tipo_acao === 1)
  const orders = may(ctx, pedidoCompra, 'create') ? buy.filter((one) => one.fornecedor_id !== null) : []
  const requested = buy.filter((one) => !orders.includes(one))
  const did = await effect(ctx, planejamento, plan, { passo: 'executarAcoes' })
  return new Map([
    ...(await createOrders(ctx, did, { plan, wanted: produce })),
    ...(await createPurchases(ctx, did, { plan, wanted: orders })),
    ...(await createRequest(did, { plan, wanted: requested })),
  ])
}

async function markExecuted(
  ctx: Ctx,
  plan: RecordOf<typeof planejamento>,
  wanted: readonly Wanted[],
  made: ReadonlyMap<number, Made>,
): Promise<void> {
  const now = ctx.clock.now()
  await updateMany(
    ctx,
    planejamentoMercadoria,
    wanted.map(({ line }) => line),
    wanted.map(({ line, tipo_acao, quantidade, data_pedido, data_necessidade, fornecedor_id }) => ({
      id: line.id,
      tipo_acao,
      quantidade,
      data_pedido,
      data_necessidade,
      fornecedor_id,
      realizar: true,
      dhExecucao: now,
      ...linksOf(made.get(line.id)),
    })),
    'executarAcoes',
  )
  await update(
    ctx,
    planejamento,
    plan,
    { dhExecucao: plan.dhExecucao ?? now, itens_executados: plan.itens_executados + wanted.length },
    'executarAcoes',
  )
}

const LINKS = ['solicitacao_id', 'pedido_compra_id', 'ordem_producao_id'] as const

function linksOf(made: Made | Row | undefined): Row {
  const links = new Map<string, unknown>(Object.entries(made ?? {}))
  return Object.fromEntries(LINKS.map((name) => [name, links.get(name) ?? null]))
}

/** The documents that were made, each once. */
function summaryOf(made: ReadonlyMap<number, Made>): Row {
  const ids = (name: (typeof LINKS)[number]) =>
    [...new Set([...made.values()].flatMap((one) => one[name] ?? []))].sort((a, b) => a - b).map((id) => ({ id }))
  return {
    solicitacao_list: ids('solicitacao_id'),
    pedido_compra_list: ids('pedido_compra_id'),
    ordem_producao_list: ids('ordem_producao_id'),
  }
}
