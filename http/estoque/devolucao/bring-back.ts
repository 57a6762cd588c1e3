import * as v from 'valibot'
import { sumUp } from '../../documents/totals'
import { action } from '../../platform/action'
import { guardLines } from '../../platform/engine/guard'
import { load, update } from '../../platform/engine/write'
import { nothing } from '../../platform/inputs'
import { devolucao, devolucaoMercadoria } from './devolucao'

/** Brings a removed line back, while its return is open (T2-035). Throws what the life refuses. */
export const desfazRemove = action(devolucaoMercadoria, 'desfazRemove', {
  on: 'record',
  right: 'edit',
  summary: 'Traz de volta um item removido da devolução.',
  input: nothing,
  answer: v.object({ message: v.string() }),
  run: async ({ ctx, record }) => {
    const values = { dhExclusao: null }
    const parent = await load(ctx, devolucao, record.devolucao_id, { lock: true })
    await guardLines(ctx, devolucaoMercadoria, parent, { drafts: [{ before: record, values }] })
    await update(ctx, devolucaoMercadoria, record, values, 'desfazRemove')
    await sumUp(ctx, devolucao.name, parent.id)
    return { message: `${record.xProd ?? 'Item'} voltou à devolução.` }
  },
})
