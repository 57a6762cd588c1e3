import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { action } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'
import { invalid } from '../../platform/errors'
import { idList, identifier } from '../../platform/inputs'
import { assertMayGive, assertMayTouch, BASE_ROLE, changeStanding } from '../rules'
import { user } from '../user'

const withIds = v.pipe(
  v.array(v.object({ id: identifier })),
  v.maxLength(1000),
  v.transform((list) => list.map((one) => one.id)),
)

/**
 * Makes the roles given a user's only ones, beside the base role, and the permissions those that they carry: permissions given to
 * the user alone go. Throws 403, 404, 422 for a role that does not exist.
 */
export const syncPermissions = action(user, 'syncPermissions', {
  summary: 'Recalcula as permissões de um usuário a partir das regras dadas',
  right: 'edit',
  on: 'record',
  input: v.object({ roles: v.union([withIds, idList]) }),
  run: async ({ ctx, record, input }) => {
    const ids = [...new Set(input.roles)]
    await assertMayTouch(ctx, record.id)
    assertMayGive(ctx, record.id, await carriedBy(ctx, ids))
    await changeStanding(ctx, user, record, { acao: 'syncPermissions', work: () => setRoles(ctx, record.id, ids) })
  },
})

async function carriedBy(ctx: Ctx, ids: readonly number[]) {
  const rows = await rowsOf(
    ctx,
    sql`select r.name, coalesce((select json_agg(p.name) from role_permission x join permission p on p.id = x.permission_id where x.role_id = r.id), '[]') as permissions
        from role r where r.id = any (${intArray(ids)}::int[])`,
  )
  if (rows.length !== ids.length) throw invalid({ roles: ['Selecione um registro válido.'] })
  const permissions = rows.flatMap((row) => (Array.isArray(row.permissions) ? row.permissions.map(String) : []))
  return { roles: rows.map((row) => String(row.name)), permissions }
}

async function setRoles(ctx: Ctx, userId: number, ids: readonly number[]): Promise<void> {
  await ctx.db.execute(
    sql`delete from user_role x using role r where r.id = x.role_id and x.user_id = ${userId}
        and r.name <> ${BASE_ROLE} and not x.role_id = any (${intArray(ids)}::int[])`,
  )
  await ctx.db.execute(
    sql`insert into user_role (user_id, role_id) select ${userId}, r from unnest(${intArray(ids)}::int[]) r on conflict do nothing`,
  )
  await ctx.db.execute(sql`delete from user_permission where user_id = ${userId}`)
}
