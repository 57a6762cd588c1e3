import * as v from 'valibot'
import { passes } from '../../../core/access'
import { checkedReason } from '../../../core/lifecycle/reasons'
import { action } from '../../platform/action'
import { forbidden } from '../../platform/errors'
import { update } from '../../platform/engine/write'
import { shortText } from '../../platform/inputs'
import { assertAllowed } from '../hooks'
import { venda } from './venda'

/** Releases a blocked sale, with a reason of at least 15 characters. Needs the special-sale check (document 1, section 6). */
export const libera = action(venda, 'libera', {
  on: 'record',
  right: 'edit',
  summary: 'Libera uma venda bloqueada.',
  input: v.object({ xJust: v.optional(shortText(500), '') }),
  run: async ({ ctx, record, input }) => {
    if (!passes(ctx.actor, 'specialSale')) throw forbidden('Você não tem permissão para liberar vendas bloqueadas.')
    const xJustLiberacao = checkedReason('liberacao', input.xJust)
    await assertAllowed(ctx, 'venda', record, 'libera')
    await update(ctx, venda, record, { dhBloqueio: null, xMotivoBloqueio: null, xJustLiberacao }, 'libera')
  },
})
