import { undoAll } from '../../documents/undo'
import { ofOutput } from '../../nfe/nota/documents'
import { dropDrafts } from '../../nfe/nota/of-origin'
import { leavePicking } from '../../expedicao/separacao/leave'
import { step } from '../../platform/step'
import { goodsOf, issueGoods, reserveGoods } from '../output'
import { saida, saidaMercadoria } from './saida'

/** Reserves the goods of an output (T2-051). Throws `no_items`, `no_stock`, `no_lot`. */
export const separar = step(saida, 'separar', {
  summary: 'Separa a saída: reserva as mercadorias onde estão, dos lotes que vencem antes.',
  run: async ({ ctx, record }) => {
    const goods = await goodsOf(ctx, saidaMercadoria, record)
    await reserveGoods(ctx, { resource: saida, record, passo: 'separar', moves: record.movimenta_estoque }, goods)
  },
})

/** Finalises an output, separated or not: its goods leave at average cost, where it moves stock, and its note is issued where it asks for one (T2-052). Throws as `separar` does, and `lot_blocked`. */
export const finalizar = step(saida, 'finalizar', {
  summary: 'Finaliza a saída: baixa o estoque, do que foi reservado ou direto.',
  run: async ({ ctx, record }) => {
    const goods = await goodsOf(ctx, saidaMercadoria, record)
    const moves = record.movimenta_estoque
    const reserved = record.dhExpedicao !== null
    await issueGoods(
      ctx,
      { resource: saida, record, passo: 'finalizar', moves, reserved, lines: saidaMercadoria },
      goods,
    )
    await ofOutput.issueFor(ctx, record)
  },
})

/** Cancels an output, with a reason of at least 15 characters: what it reserves is free, what left comes back (T2-053). */
export const cancelar = step(saida, 'cancelar', {
  summary: 'Cancela a saída: libera a reserva ou devolve as mercadorias ao estoque.',
  run: async ({ ctx, record, reason }) => {
    await leavePicking(ctx, 'saida', record.id)
    await undoAll(ctx, saida, record, { reason })
    await dropDrafts(ctx, 'saida', record.id)
  },
})
