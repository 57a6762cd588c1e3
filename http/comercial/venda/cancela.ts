import { reverse } from '../../estoque/ledger'
import { leaveOpenRoutes } from '../../expedicao/rota/leave-routes'
import { cancelTitles } from '../../financeiro/titles'
import { action } from '../../platform/action'
import { update } from '../../platform/engine/write'
import { assertAllowed } from '../hooks'
import { cancelReason, reasonInput } from '../shared-actions'
import { venda } from './venda'

/** Cancels a sale, with a reason of more than 15 characters: stock comes back, receivables are cancelled, and it leaves the route that was to bring it. Throws `paid`, `cancelled` (T2-014). */
export const cancela = action(venda, 'cancela', {
  on: 'record',
  right: 'edit',
  summary: 'Cancela a venda: devolve o estoque, cancela as contas a receber e a tira da rota aberta.',
  input: reasonInput,
  run: async ({ ctx, record, input }) => {
    const xMotivoCancelamento = cancelReason(input)
    await assertAllowed(ctx, 'venda', record, 'cancela')
    const document = { documento: 'venda', documento_id: record.id, empresa_id: record.empresa_id }
    if (record.dhFaturamento) await cancelTitles(ctx, 'receber', document)
    if (record.dhFechamento) await reverse(ctx, document)
    await leaveOpenRoutes(ctx, record.id)
    await update(ctx, venda, record, { dhCancelamento: ctx.clock.now(), xMotivoCancelamento }, 'cancela')
  },
})
