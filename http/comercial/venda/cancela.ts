import { reverse } from '../../estoque/ledger'
import { leaveOpenRoutes } from '../../expedicao/rota/leave-routes'
import { cancelTitles } from '../../financeiro/titles'
import { step } from '../../platform/step'
import { venda } from './venda'

/** Cancels a sale, with a reason of more than 15 characters: stock comes back, receivables are cancelled, and it leaves the route that was to bring it. Throws `paid`, `cancelled` (T2-014). */
export const cancela = step(venda, 'cancela', {
  summary: 'Cancela a venda: devolve o estoque, cancela as contas a receber e a tira da rota aberta.',
  run: async ({ ctx, record }) => {
    const document = { documento: 'venda', documento_id: record.id, empresa_id: record.empresa_id }
    if (record.dhFaturamento) await cancelTitles(ctx, 'receber', document)
    if (record.dhFechamento) await reverse(ctx, document)
    await leaveOpenRoutes(ctx, record.id)
  },
})
