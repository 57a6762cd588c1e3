import * as v from 'valibot'
import { type Did, effect } from '../../documents/effect'
import { action } from '../../platform/action'
import { numbered } from '../../platform/answers'
import type { Ctx } from '../../platform/context'
import { badRequest, invalid } from '../../platform/errors'
import { addLines } from '../../platform/engine/create'
import { audit } from '../../platform/engine/audit'
import { parsedValues } from '../../platform/engine/save'
import { assertTyped } from '../../platform/engine/typed'
import { announce, loadWhere, updateRows } from '../../platform/engine/write'
import { dateInput, decimalInput, identifier, idList } from '../../platform/inputs'
import type { RecordOf, Row } from '../../platform/resource'
import { assertMay } from '../../platform/rights'
import { step } from '../../platform/step'
import { pedidoCompra } from '../pedido_compra/pedido-compra'
import { solicitacao, solicitacaoMercadoria } from './solicitacao'

const item = v.object({
  mercadoria_id: identifier,
  quantidade: v.optional(decimalInput, '1'),
  dNecessidade: v.optional(v.nullable(dateInput)),
})
const itemsInput = v.object({
  mercadoria_id_list: v.optional(idList, []),
  itens: v.optional(v.pipe(v.array(item), v.maxLength(1000, 'No máximo 1000 itens.')), []),
})

/** Adds products to a request, pending (T2-026). */
export const addItens = action(solicitacao, 'addItens', {
  on: 'record',
  right: 'edit',
  summary: 'Inclui mercadorias na solicitação, pendentes de aprovação.',
  input: itemsInput,
  writes: 'solicitacao_mercadorias',
  run: async ({ ctx, record, input }) => {
    const rows: Row[] = [
      ...input.mercadoria_id_list.map((mercadoria_id) => ({ mercadoria_id, quantidade: '1' })),
      ...(await checkedItems(ctx, input.itens)),
    ]
    if (rows.length === 0) throw invalid({ itens: ['Nenhum item selecionado.'] })
    const stored = await addLines(ctx, solicitacaoMercadoria, record, rows)
    await audit(
      ctx,
      stored.map((one) => ({ resource: solicitacaoMercadoria, record: one, before: undefined, acao: 'addItens' })),
    )
    await announce(ctx, solicitacao, record.id)
  },
})

/** The items by the rules of the list that they come into. Throws 422 with every field at fault. */
async function checkedItems(ctx: Ctx, items: readonly Row[]): Promise<Row[]> {
  const errors: Record<string, string[]> = {}
  const checked = items.map((one, at) =>
    parsedValues(solicitacaoMercadoria, one, true, (name, message) => (errors[`itens.${at}.${name}`] = [message])),
  )
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const drafts = checked.map((values, at) => ({ before: undefined, values, place: `itens.${at}` }))
  await assertTyped(ctx, solicitacaoMercadoria, drafts)
  return checked
}

type Item = RecordOf<typeof solicitacaoMercadoria>

/** Turns the approved items into open purchase orders, one a supplier (T2-030). */
export const gerarSolicitacao = step(solicitacao, 'gerarSolicitacao', {
  summary: 'Gera os pedidos de compra dos itens aprovados, um por fornecedor.',
  answer: v.object({ pedido_compra_list: v.array(numbered) }),
  run: async ({ ctx, record }) => {
    assertMay(ctx, pedidoCompra, 'create')
    const items = await loadWhere(ctx, solicitacaoMercadoria, 'solicitacao_id', [record.id], { lock: true })
    if (items.some((one) => one.status === 0))
      throw badRequest('Aprove ou reprove todos os itens antes de gerar.', 'pending_items')
    const approved = items.filter((one) => one.status === 1)
    if (approved.length === 0) throw badRequest('Nenhum item aprovado.', 'nothing_approved')
    assertSuppliers(approved)
    const did = await effect(ctx, solicitacao, record, { passo: 'gerarSolicitacao' })
    const orders = []
    for (const lines of bySupplier(approved)) orders.push(await orderOf(ctx, did, { request: record, items: lines }))
    return { answer: { pedido_compra_list: orders } }
  },
})

function assertSuppliers(items: readonly Item[]): void {
  const errors = Object.fromEntries(
    items.flatMap((one, at) =>
      one.fornecedor_id === null
        ? [[`solicitacao_mercadorias.${at}.fornecedor_id`, [`Informe o fornecedor de ${one.xProd ?? 'cada item'}.`]]]
        : [],
    ),
  )
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

function bySupplier(items: readonly Item[]): Item[][] {
  const groups = new Map<number | null, Item[]>()
  for (const one of items) groups.set(one.fornecedor_id, [...(groups.get(one.fornecedor_id) ?? []), one])
  return [...groups.values()]
}

interface Ordering {
  readonly request: RecordOf<typeof solicitacao>
  readonly items: readonly Item[]
}

async function orderOf(ctx: Ctx, did: Did, { request, items }: Ordering): Promise<{ id: number }> {
  const needed = items.map((one) => one.dNecessidade ?? request.dNecessidade).filter((one) => one !== null)
  const order = await did.make(pedidoCompra, {
    values: {
      empresa_id: request.empresa_id,
      fornecedor_id: items[0]?.fornecedor_id,
      solicitacao_id: request.id,
      planejamento_id: request.planejamento_id,
      dPrevista: needed.toSorted()[0] ?? null,
    },
    lines: {
      pedido_compra_mercadoria: items.map((one) => ({
        mercadoria_id: one.mercadoria_id,
        qTrib: one.quantidade,
        dPrevista: one.dNecessidade ?? request.dNecessidade,
        planejamento_mercadoria_id: one.planejamento_mercadoria_id,
        solicitacao_mercadoria_id: one.id,
      })),
    },
    acao: 'gerarSolicitacao',
  })
  await updateRows(
    ctx,
    solicitacaoMercadoria,
    items.map((one) => ({ id: one.id, pedido_compra_id: order.id })),
  )
  return { id: order.id }
}
