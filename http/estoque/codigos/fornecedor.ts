import * as v from 'valibot'
import { action } from '../../platform/action'
import { said } from '../../platform/answers'
import { remove } from '../../platform/engine/remove'
import { assertRefs } from '../../platform/engine/refs'
import { announce, update } from '../../platform/engine/write'
import { identifier, shortText } from '../../platform/inputs'
import { MESSAGES } from '../../platform/parse'
import { mercadoria, mercadoriaFornecedor } from '../mercadoria'

/** A supplier's code is for other goods, or is another one (E3-204). */
export const updateMercadoriaFornecedor = action(mercadoriaFornecedor, 'updateMercadoriaFornecedor', {
  on: 'record',
  right: 'edit',
  summary: 'Altera a que mercadoria o código de um fornecedor corresponde.',
  input: v.object({
    codigo: v.optional(v.pipe(shortText(60), v.minLength(1, MESSAGES.required))),
    mercadoria_id: v.optional(identifier),
    fornecedor_id: v.optional(identifier),
  }),
  run: async ({ ctx, record, input }) => {
    await assertRefs(ctx, mercadoriaFornecedor, [{ before: record, values: { ...input } }])
    await update(ctx, mercadoriaFornecedor, record, input)
    for (const id of new Set([record.mercadoria_id, input.mercadoria_id ?? record.mercadoria_id]))
      await announce(ctx, mercadoria, id)
  },
})

/** A supplier's code is for no goods of ours any more (E3-205): the next invoice asks again. */
export const limpaMercadoriaFornecedor = action(mercadoriaFornecedor, 'limpaMercadoriaFornecedor', {
  on: 'record',
  right: 'edit',
  summary: 'Desfaz a ligação do código de um fornecedor com a mercadoria.',
  input: v.object({}),
  answer: said,
  run: ({ ctx, record }) => remove(ctx, mercadoriaFornecedor, record.id),
})
