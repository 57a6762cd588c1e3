import { undoAll } from '../../documents/undo'
import { takeBackAtOnce } from '../../financeiro/at-once'
import { leavePicking } from '../../expedicao/separacao/leave'
import { leaveOpenRoutes } from '../../expedicao/rota/leave-routes'
import { withdrawLinksOf } from '../../financeiro/checkout/link'
import { step } from '../../platform/step'
import { loseCashback } from '../cashback/earn'
import { assertNoReturn } from '../../documents/returning'
import { OF_SALE } from '../venda_devolucao/returned'
import { dropDrafts } from '../../nfe/nota/of-origin'
import { venda } from './venda'

/** Cancels a sale, with a reason of more than 15 characters: stock comes back, receivables are cancelled, and it leaves the route that was to bring it. Throws `paid`, `cancelled`, `returned` (T2-014). */
export const cancela = step(venda, 'cancela', {
  summary: 'Cancela a venda: devolve o estoque, cancela as contas a receber e a tira da rota aberta.',
  run: async ({ ctx, record, reason }) => {
    await assertNoReturn(ctx, OF_SALE, record.id)
    await loseCashback(ctx, record.id)
    await takeBackAtOnce(ctx, venda.name, record.id)
    await leavePicking(ctx, 'venda', record.id)
    await undoAll(ctx, venda, record, { reason })
    await leaveOpenRoutes(ctx, record.id)
    await withdrawLinksOf(ctx, record.id)
    await dropDrafts(ctx, 'venda', record.id)
  },
})
