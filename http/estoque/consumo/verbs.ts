import { undoAll } from '../../documents/undo'
import { leavePicking } from '../../expedicao/separacao/leave'
import { step } from '../../platform/step'
import { goodsOf, issueGoods, reserveGoods } from '../output'
import { consumo, consumoMercadoria } from './consumo'

/** Reserves the material of a consumption (T2-056). Throws `no_items`, `no_stock`, `no_lot`. */
export const separar = step(consumo, 'separar', {
  summary: 'Separa o consumo: reserva as mercadorias onde estão, dos lotes que vencem antes.',
  run: async ({ ctx, record }) => {
    const goods = await goodsOf(ctx, consumoMercadoria, record)
    await reserveGoods(ctx, { resource: consumo, record, passo: 'separar', moves: true }, goods)
  },
})

/** Finalises a consumption, separated or not: its material leaves at average cost (T2-057). Throws as `separar` does, and `lot_blocked`. */
export const finalizar = step(consumo, 'finalizar', {
  summary: 'Finaliza o consumo: baixa o estoque, do que foi reservado ou direto.',
  run: async ({ ctx, record }) => {
    const goods = await goodsOf(ctx, consumoMercadoria, record)
    const reserved = record.dhSeparacao !== null
    await issueGoods(
      ctx,
      { resource: consumo, record, passo: 'finalizar', moves: true, reserved, lines: consumoMercadoria },
      goods,
    )
  },
})

/** Cancels a consumption; a reason may be given (T2-058): what it reserves is free, what left comes back. */
export const cancelar = step(consumo, 'cancelar', {
  summary: 'Cancela o consumo: libera a reserva ou devolve as mercadorias ao estoque.',
  run: async ({ ctx, record, reason }) => {
    await leavePicking(ctx, 'consumo', record.id)
    await undoAll(ctx, consumo, record, { reason })
  },
})
