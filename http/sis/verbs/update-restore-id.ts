import * as v from 'valibot'
import { action } from '../../platform/action'
import { audit } from '../../platform/engine/audit'
import { patchRows } from '../../platform/engine/write'
import { shortText } from '../../platform/inputs'
import { assertMay } from '../../platform/rights'
import { assertMayTouch } from '../rules'
import { user } from '../user'

/** Keeps the identity that the chat knows a user by: one's own, or with the right to edit users. */
export const updateRestoreId = action(user, 'updateRestoreId', {
  summary: 'Guarda a identidade do usuário no chat',
  right: 'own',
  on: 'record',
  input: v.object({ restoreId: v.pipe(shortText(60), v.minLength(1, 'Preencha este campo.')) }),
  answer: v.object({ id: v.number(), restoreId: v.nullable(v.string()) }),
  run: async ({ ctx, record, input }) => {
    if (record.id !== ctx.actor.id) assertMay(ctx, user, 'edit')
    await assertMayTouch(ctx, record.id)
    // Not an edit that a form open elsewhere would have to know of: the version stays.
    const [changed = record] = await patchRows(ctx, user, [{ id: record.id, ...input }])
    await audit(ctx, [{ resource: user, record: changed, before: record, acao: 'updateRestoreId' }])
    return { id: changed.id, restoreId: changed.restoreId }
  },
})
