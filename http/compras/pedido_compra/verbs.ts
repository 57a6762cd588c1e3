import * as v from 'valibot'
import { passes } from '../../../core/access'
import { readPlan } from '../../../core/instalments/plan'
import { splitInstalments } from '../../../core/instalments/split'
import { decimal } from '../../../core/money/decimal'
import { apportion } from '../../../core/tax/apportion'
import { copyable } from '../../comercial/copy'
import { cancelReason, reasonInput } from '../../comercial/shared-actions'
import { tipoEntradaSaida } from '../../cadastros/tipo-entrada-saida'
import { entrada } from '../../estoque/entrada/entrada'
import { cancela as cancelEntry } from '../../estoque/entrada/verbs'
import { action } from '../../platform/action'
import { made } from '../../platform/answers'
import type { Ctx } from '../../platform/context'
import { badRequest, forbidden } from '../../platform/errors'
import { audit } from '../../platform/engine/audit'
import { addLines, createRecord } from '../../platform/engine/create'
import { deleteRows, find, loadWhere, update } from '../../platform/engine/write'
import { identifier, nothing, shortText } from '../../platform/inputs'
import type { RecordOf } from '../../platform/resource'
import { assertPedidoNow } from './hooks'
import { pedidoCompra, pedidoCompraMercadoria, pedidoCompraPagamento } from './pedido-compra'

type Pedido = RecordOf<typeof pedidoCompra>

/** Closing, finalising and cancelling are managing: change_pedido_compra and manage_pedido_compra (P3-033, P3-034). */
function assertManages(ctx: Ctx): void {
  if (!passes(ctx.actor, 'managePurchaseOrder'))
    throw forbidden("Você não tem permissão para esta ação (falta o direito 'manage pedido_compra').")
}

const itemsOf = (ctx: Ctx, record: Pedido) => loadWhere(ctx, pedidoCompraMercadoria, 'pedido_compra_id', [record.id])

/** Closes (approves) an order (T2-022). */
export const fecha = action(pedidoCompra, 'fecha', {
  on: 'record',
  right: 'edit',
  summary: 'Fecha o pedido de compra: está aprovado.',
  input: nothing,
  run: async ({ ctx, record }) => {
    assertManages(ctx)
    assertPedidoNow(record, 'fecha')
    if ((await itemsOf(ctx, record)).length === 0)
      throw badRequest('Inclua ao menos um item antes de fechar.', 'no_items')
    await update(ctx, pedidoCompra, record, { dhFechamento: ctx.clock.now() }, 'fecha')
  },
})

const finishInput = v.object({ tipo_entrada_saida_id: v.optional(identifier) })

/** Finalises a closed order: an open goods entry with its items and payments is made (T2-023). */
export const finaliza = action(pedidoCompra, 'finaliza', {
  on: 'record',
  right: 'edit',
  summary: 'Finaliza o pedido de compra: gera a entrada.',
  input: finishInput,
  run: async ({ ctx, record, input }) => {
    assertManages(ctx)
    assertPedidoNow(record, 'finaliza')
    const operation = input.tipo_entrada_saida_id ?? (await usualOperation(ctx))
    const items = await itemsOf(ctx, record)
    const dues = await loadWhere(ctx, pedidoCompraPagamento, 'pedido_compra_id', [record.id])
    const freight = apportion(
      record.vFrete,
      items.map((item) => decimal(item.vSubtotal).plus(item.vDesc)),
    )
    const entry = await createRecord(ctx, entrada, {
      values: {
        empresa_id: record.empresa_id,
        fornecedor_id: record.fornecedor_id,
        tipo_entrada_saida_id: operation,
        obs: `Pedido de compra nº ${record.id}`,
      },
      lines: {
        entrada_mercadoria: items.map((item, at) => ({
          mercadoria_id: item.mercadoria_id,
          xProd: item.xProd,
          uCom: item.un,
          qCom: item.qTrib,
          vUnCom: item.vUnTrib,
          vFrete: freight[at]?.toFixed(2),
          vDesc: item.vDesc,
          qVolumes: Math.max(0, Math.round(Number(item.qVolumes))),
        })),
        entrada_duplicata: dues
          .filter((one) => Number(one.vDup) > 0)
          .map(({ n, dVencimento, vDup, pagamento_id }) => ({ n, dVencimento, vDup, pagamento_id })),
      },
    })
    await update(ctx, pedidoCompra, record, { dhFinalizacao: ctx.clock.now(), entrada_id: entry.id }, 'finaliza')
  },
})

/** The operation that the company's purchases usually are. */
async function usualOperation(ctx: Ctx): Promise<number> {
  const operations = await loadWhere(ctx, tipoEntradaSaida, 'tipo', [0])
  const usual = operations.find((one) => one.ativo && one.padrao === 0) ?? operations.find((one) => one.ativo)
  if (!usual) throw badRequest('Cadastre um tipo de operação de entrada antes de finalizar.', 'no_operation')
  return usual.id
}

/** Cancels an order; if it was finalised, its entry too, with stock and payables (T2-024). */
export const cancela = action(pedidoCompra, 'cancela', {
  on: 'record',
  right: 'edit',
  summary: 'Cancela o pedido de compra e, se foi finalizado, a entrada dele.',
  input: reasonInput,
  run: async ({ ctx, record, input }) => {
    assertManages(ctx)
    const xMotivoCancelamento = cancelReason(input)
    assertPedidoNow(record, 'cancela')
    const entry = record.entrada_id === null ? undefined : await find(ctx, entrada, record.entrada_id, { lock: true })
    if (entry && !entry.dhCancelamento) await cancelEntry.run(ctx, entry, { xJust: xMotivoCancelamento })
    await update(ctx, pedidoCompra, record, { dhCancelamento: ctx.clock.now(), xMotivoCancelamento }, 'cancela')
  },
})

/** A new open order with the same items (T2-025). */
export const duplica = action(pedidoCompra, 'duplica', {
  on: 'record',
  right: 'create',
  summary: 'Cria uma cópia aberta do pedido de compra.',
  input: nothing,
  answer: made('pedido_compra'),
  run: async ({ ctx, record }) => {
    const items = await itemsOf(ctx, record)
    const copy = await createRecord(ctx, pedidoCompra, {
      values: { ...copyable(pedidoCompra, record), dEmissao: ctx.clock.today() },
      lines: { pedido_compra_mercadoria: items.map((item) => copyable(pedidoCompraMercadoria, item)) },
      acao: 'duplica',
    })
    return { pedido_compra: { id: copy.id } }
  },
})

const paymentInput = v.object({ string: shortText(60), pagamento_id: v.optional(v.nullable(identifier)) })

/** Replaces the payments by those of a written condition: 30/60/90, à vista, 3x. */
export const addPagamento = action(pedidoCompra, 'addPagamento', {
  on: 'record',
  right: 'edit',
  summary: 'Troca os pagamentos pelos de uma condição escrita: 30/60/90, à vista, 3x, entrada+2x.',
  input: paymentInput,
  run: async ({ ctx, record, input }) => {
    assertPedidoNow(record, 'altera')
    const plan = splitInstalments({
      vTotal: record.vTotal,
      plan: readPlan(input.string),
      date: record.dEmissao ?? ctx.clock.today(),
      dueDay: 'keep',
    })
    const before = await loadWhere(ctx, pedidoCompraPagamento, 'pedido_compra_id', [record.id], { lock: true })
    await deleteRows(ctx, pedidoCompraPagamento, before)
    const stored = await addLines(
      ctx,
      pedidoCompraPagamento,
      record,
      plan.map((one) => ({
        pagamento_id: input.pagamento_id ?? null,
        n: one.n,
        prazo: one.prazo,
        dVencimento: one.dVencimento,
        vDup: one.vDup.toFixed(2),
      })),
    )
    await audit(
      ctx,
      stored.map((one) => ({ resource: pedidoCompraPagamento, record: one, before: undefined, acao: 'addPagamento' })),
    )
  },
})
