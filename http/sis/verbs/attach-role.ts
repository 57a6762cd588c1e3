import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { action } from '../../platform/action'
import { rowsOf } from '../../platform/context'
import { conflict } from '../../platform/errors'
import { identifier } from '../../platform/inputs'
import { assertMayGive, assertMayTouch, changeStanding, roleWithPermissions } from '../rules'
import { user } from '../user'

/** Gives a role to a user. Throws 403 (more than the caller may give), 404, 409 when the user holds it already. */
export const attachRole = action(user, 'attachRole', {
  summary: 'Dá uma regra de acesso a um usuário',
  right: 'edit',
  on: 'record',
  input: v.object({ role_id: identifier }),
  run: async ({ ctx, record, input }) => {
    const role = await roleWithPermissions(ctx, input.role_id)
    await assertMayTouch(ctx, record.id)
    assertMayGive(ctx, record.id, { roles: [role.name], permissions: role.permissions })
    await changeStanding(ctx, user, record, {
      acao: 'attachRole',
      work: async () => {
        const added = await rowsOf(
          ctx,
          sql`insert into user_role (user_id, role_id) values (${record.id}, ${input.role_id}) on conflict do nothing returning role_id`,
        )
        if (added.length === 0) throw conflict('Erro: Esta regra já está adicionada neste usuário')
      },
    })
  },
})
