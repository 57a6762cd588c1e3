import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { action } from '../../platform/action'
import { rowsOf } from '../../platform/context'
import { badRequest } from '../../platform/errors'
import { identifier } from '../../platform/inputs'
import { assertMayGive, assertMayTouch, BASE_ROLE, changeStanding, roleWithPermissions } from '../rules'
import { user } from '../user'

/** Takes a role from a user. Throws 403, 404, 400 when it is the base role, is not held, or is the last administrator's. */
export const detachRole = action(user, 'detachRole', {
  summary: 'Tira uma regra de acesso de um usuário',
  right: 'edit',
  on: 'record',
  input: v.object({ role_id: identifier }),
  run: async ({ ctx, record, input }) => {
    const role = await roleWithPermissions(ctx, input.role_id)
    await assertMayTouch(ctx, record.id)
    assertMayGive(ctx, record.id, { roles: [role.name], permissions: role.permissions })
    if (role.name === BASE_ROLE) throw badRequest('Todo usuário tem esta regra.', 'base_role')
    await changeStanding(ctx, user, record, {
      acao: 'detachRole',
      work: async () => {
        const removed = await rowsOf(
          ctx,
          sql`delete from user_role where user_id = ${record.id} and role_id = ${input.role_id} returning role_id`,
        )
        if (removed.length === 0) throw badRequest('Este usuário não tem esta regra.', 'not_attached')
      },
    })
  },
})
