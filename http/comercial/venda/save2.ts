import { action } from '../../platform/action'
import { row } from '../../platform/answers'
import { show } from '../../platform/engine/record'
import { save } from '../../platform/engine/save'
import { venda } from './venda'

/** A second address of saving a sale (E2-029): all rules of a save hold. */
export const save2 = action(venda, 'save2', {
  on: 'record',
  right: 'edit',
  writes: 'head',
  summary: 'Salva a venda, como PUT.',
  input: row,
  answer: row,
  run: async ({ ctx, record, input }) => show(ctx, venda, (await save(ctx, venda, record.id, input)).id),
})
