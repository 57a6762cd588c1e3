import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { action } from '../../platform/action'
import { rowsOf } from '../../platform/context'
import { badRequest } from '../../platform/errors'
import { identifier } from '../../platform/inputs'
import { changeRole } from '../change-role'
import { role } from '../user'

/** Takes a permission from a role. Throws 403, 404, 400 when it has it not. */
export const detachPermission = action(role, 'detachPermission', {
  summary: 'Tira uma permissão de uma regra de acesso',
  right: 'edit',
  on: 'record',
  input: v.object({ permission_id: identifier }),
  run: ({ ctx, record, input: { permission_id } }) =>
    changeRole(ctx, record, 'detachPermission', async () => {
      const removed = await rowsOf(
        ctx,
        sql`delete from role_permission where role_id = ${record.id} and permission_id = ${permission_id} returning role_id`,
      )
      if (removed.length === 0) throw badRequest('Não foi possível remover a permissão', 'not_attached')
    }),
})
