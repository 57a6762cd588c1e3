import { cancelReason, reasonInput } from '../../comercial/shared-actions'
import { action } from '../../platform/action'
import { badRequest } from '../../platform/errors'
import { update } from '../../platform/engine/write'
import { assertOrdemNow } from './hooks'
import { ordemProducao } from './ordem-producao'

/** Cancels a production order that has moved no stock (T3-062). */
export const cancela = action(ordemProducao, 'cancela', {
  on: 'record',
  right: 'edit',
  summary: 'Cancela a ordem de produção.',
  input: reasonInput,
  run: async ({ ctx, record, input }) => {
    const xJustCancelamento = cancelReason(input)
    assertOrdemNow(record, 'cancela')
    if (record.dhInicio ?? record.dhFinalizacao)
      throw badRequest('Esta ordem de produção já movimentou o estoque.', 'started')
    await update(ctx, ordemProducao, record, { dhCancelamento: ctx.clock.now(), xJustCancelamento }, 'cancela')
  },
})
