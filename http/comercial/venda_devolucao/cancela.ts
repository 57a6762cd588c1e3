import { undoAll } from '../../documents/undo'
import { entrada } from '../../estoque/entrada/entrada'
import { dropDrafts } from '../../nfe/nota/of-origin'
import { find } from '../../platform/engine/write'
import { badRequest } from '../../platform/errors'
import { step } from '../../platform/step'
import { recountCashback } from '../cashback/earn'
import { vendaDevolucao } from './venda-devolucao'

/**
 * Cancels a return: its credit and its open entry go, and what was no longer owed is owed again. Throws 400 `received` where its entry was finalised,
 * `credit_used` naming what its credit was spent on (T2-020).
 */
export const cancela = step(vendaDevolucao, 'cancela', {
  summary: 'Cancela a devolução: cancela o crédito e a entrada em aberto que ela gerou.',
  run: async ({ ctx, record, reason }) => {
    const entry = record.entrada_id === null ? undefined : await find(ctx, entrada, record.entrada_id, { lock: true })
    if (entry && entry.dhFinalizacao !== null && entry.dhCancelamento === null)
      throw badRequest(`A entrada nº ${entry.id} já foi finalizada: cancele a entrada antes.`, 'received')
    await undoAll(ctx, vendaDevolucao, record, { reason })
    await dropDrafts(ctx, 'venda_devolucao', record.id)
    await recountCashback(ctx, record.venda_id, { devolucao_id: record.id, vTotal: 0 })
  },
})
