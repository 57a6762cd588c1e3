import * as v from 'valibot'
import { decimal } from '../../../core/money/decimal'
import { apportion } from '../../../core/tax/apportion'
import { duplicates } from '../../documents/copy'
import { tipoEntradaSaida } from '../../cadastros/tipo-entrada-saida'
import { conditionInput, planDues } from '../../documents/dues'
import { effect } from '../../documents/effect'
import { undoAll } from '../../documents/undo'
import { entrada } from '../../estoque/entrada/entrada'
import { action } from '../../platform/action'
import type { Ctx } from '../../platform/context'
import { badRequest } from '../../platform/errors'
import { loadWhere } from '../../platform/engine/write'
import { identifier } from '../../platform/inputs'
import type { RecordOf } from '../../platform/resource'
import { step } from '../../platform/step'
import { pedidoCompra, pedidoCompraMercadoria, pedidoCompraPagamento } from './pedido-compra'

type Pedido = RecordOf<typeof pedidoCompra>

const itemsOf = (ctx: Ctx, record: Pedido) => loadWhere(ctx, pedidoCompraMercadoria, 'pedido_compra_id', [record.id])

/** Closes (approves) an order (T2-022). */
export const fecha = step(pedidoCompra, 'fecha', {
  summary: 'Fecha o pedido de compra: está aprovado.',
  run: async ({ ctx, record }) => {
    if ((await itemsOf(ctx, record)).length === 0)
      throw badRequest('Inclua ao menos um item antes de fechar.', 'no_items')
  },
})

/** Finalises a closed order: an open goods entry with its items and payments is made (T2-023). */
export const finaliza = step(pedidoCompra, 'finaliza', {
  summary: 'Finaliza o pedido de compra: gera a entrada.',
  input: { tipo_entrada_saida_id: v.optional(identifier) },
  run: async ({ ctx, record, input }) => {
    const operation = input.tipo_entrada_saida_id ?? (await usualOperation(ctx))
    const items = await itemsOf(ctx, record)
    const dues = await loadWhere(ctx, pedidoCompraPagamento, 'pedido_compra_id', [record.id])
    const freight = apportion(
      record.vFrete,
      items.map((item) => decimal(item.vSubtotal).plus(item.vDesc)),
    )
    const did = await effect(ctx, pedidoCompra, record, { passo: 'finaliza' })
    const entry = await did.make(entrada, {
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
          .map(({ n, prazo, dVencimento, vDup, pagamento_id }) => ({ n, prazo, dVencimento, vDup, pagamento_id })),
      },
    })
    return { set: { entrada_id: entry.id } }
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
export const cancela = step(pedidoCompra, 'cancela', {
  summary: 'Cancela o pedido de compra e, se foi finalizado, a entrada dele.',
  run: ({ ctx, record, reason }) => undoAll(ctx, pedidoCompra, record, { reason }),
})

/** A new open order with the same items (T2-025). */
export const duplica = duplicates(pedidoCompra, {
  summary: 'Cria uma cópia aberta do pedido de compra.',
  lists: [pedidoCompraMercadoria],
  head: (ctx) => ({ dEmissao: ctx.clock.today() }),
})

/** Replaces the payments by those of a written condition: 30/60/90, à vista, 3x. */
export const addPagamento = action(pedidoCompra, 'addPagamento', {
  on: 'record',
  right: 'edit',
  summary: 'Troca os pagamentos pelos de uma condição escrita: 30/60/90, à vista, 3x, entrada+2x.',
  input: v.object(conditionInput),
  writes: 'pedido_compra_pagamentos',
  run: async ({ ctx, record, input }) => {
    const date = record.dEmissao ?? ctx.clock.today()
    await planDues(ctx, { dues: pedidoCompraPagamento, document: record, condition: input, date, acao: 'addPagamento' })
  },
})
