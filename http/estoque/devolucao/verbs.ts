import { decimal, sum } from '../../../core/money/decimal'
import { undoAll } from '../../documents/undo'
import { credits } from '../../financeiro/credits'
import { ofSupplierReturn } from '../../nfe/nota/documents'
import { dropDrafts } from '../../nfe/nota/of-origin'
import { loadWhere } from '../../platform/engine/write'
import { leavePicking } from '../../expedicao/separacao/leave'
import { step } from '../../platform/step'
import { issueGoods, reserveGoods } from '../output'
import { devolucao, devolucaoMercadoria } from './devolucao'
import { settle } from './settle'

/** Closes a return: its goods are reserved, those of the entry's own lots first, and count for every other return (T2-031). Throws `no_items`, `not_received`, `too_much`, `no_stock`. */
export const fecha = step(devolucao, 'fecha', {
  summary: 'Fecha a devolução: reserva as mercadorias, primeiro as dos lotes da entrada.',
  run: async ({ ctx, record }) => {
    const { goods, moves } = await settle(ctx, record)
    await reserveGoods(ctx, { resource: devolucao, record, passo: 'fecha', moves }, goods)
  },
})

/**
 * Finalises a return, closed or not: its goods leave at average cost, and its total at the entry's prices becomes a credit with the supplier, where it is
 * wanted; the difference of both is told. Its note is issued where it asks for one (T2-032). Throws as `fecha` does.
 */
export const finaliza = step(devolucao, 'finaliza', {
  summary: 'Finaliza a devolução: baixa o estoque e abre o crédito com o fornecedor.',
  run: async ({ ctx, record }) => {
    const { goods, moves, vTotal, lots } = await settle(ctx, record)
    const did = await issueGoods(
      ctx,
      {
        resource: devolucao,
        record,
        passo: 'finaliza',
        moves,
        reserved: record.dhFechamento !== null,
        blocked: lots,
        lines: devolucaoMercadoria,
      },
      goods,
    )
    const vCredito = record.geraCredito === 1 ? vTotal : '0'
    const { fornecedor_id } = record
    const motivo = `Devolução da entrada nº ${record.entrada_id}`
    await did.post(credits.openWithSupplier({ fornecedor_id, vCredito, motivo }))
    const lines = await loadWhere(ctx, devolucaoMercadoria, 'devolucao_id', [record.id])
    const cost = sum(lines.map((line) => line.vCusto ?? '0'))
    await ofSupplierReturn.issueFor(ctx, record)
    return { set: { vCredito, vVariacao: moves ? decimal(vTotal).minus(cost).toFixed(2) : null } }
  },
})

/** Cancels a return, with a reason of more than 15 characters: what it reserves is free, what left comes back, its credit goes (T2-033). Throws `credit_used`. */
export const cancela = step(devolucao, 'cancela', {
  summary: 'Cancela a devolução: libera a reserva ou devolve as mercadorias ao estoque, e cancela o crédito.',
  run: async ({ ctx, record, reason }) => {
    await leavePicking(ctx, 'devolucao', record.id)
    await undoAll(ctx, devolucao, record, { reason })
    await dropDrafts(ctx, 'devolucao', record.id)
  },
})
