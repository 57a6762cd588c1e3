import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { action } from '../../platform/action'
import { rowsOf } from '../../platform/context'
import { conflict, invalid } from '../../platform/errors'
import { identifier } from '../../platform/inputs'
import { changeRole } from '../change-role'
import { role } from '../user'

/** Gives a role a permission. Throws 403, 404, 409 when it has it already. */
export const attachPermission = action(role, 'attachPermission', {
  summary: 'Dá uma permissão a uma regra de acesso',
  right: 'edit',
  on: 'record',
  input: v.object({ permission_id: identifier }),
  run: ({ ctx, record, input: { permission_id } }) =>
    changeRole(ctx, record, 'attachPermission', async () => {
      const added = await rowsOf(
        ctx,
        sql`insert into role_permission (role_id, permission_id) select ${record.id}, id from permission where id = ${permission_id} on conflict do nothing returning role_id`,
      )
      if (added.length > 0) return
      const known = await rowsOf(ctx, sql`select 1 from permission where id = ${permission_id}`)
      if (known.length === 0) throw invalid({ permission_id: ['Selecione um registro válido.'] })
      throw conflict('Esta permissão já foi adicionada nesta regra')
    }),
})
