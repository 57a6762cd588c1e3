import * as v from 'valibot'
import { sumUp } from '../../documents/totals'
import { action } from '../../platform/action'
import { update } from '../../platform/engine/write'
import { nothing } from '../../platform/inputs'
import { devolucao, devolucaoMercadoria } from './devolucao'

/** Brings a removed line back, while its return is open (T2-035). Throws what the life refuses. */
export const desfazRemove = action(devolucaoMercadoria, 'desfazRemove', {
  on: 'record',
  right: 'edit',
  writes: 'devolucao_mercadoria_list',
  summary: 'Traz de volta um item removido da devolução.',
  input: nothing,
  answer: v.object({ message: v.string() }),
  run: async ({ ctx, record }) => {
    await update(ctx, devolucaoMercadoria, record, { dhExclusao: null }, 'desfazRemove')
    await sumUp(ctx, devolucao.name, record.devolucao_id)
    return { message: `${record.xProd ?? 'Item'} voltou à devolução.` }
  },
})
