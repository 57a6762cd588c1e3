import { sql } from 'drizzle-orm'
import { readRight } from '../../core/access'
import { type Ctx, rowsOf } from '../platform/context'
import { badRequest, invalid } from '../platform/errors'
import type { Hooks, Row } from '../platform/resource'
import { announceRights } from '../platform/session'
import { SYSTEM_ROLES } from './rules'

/** Roles that the program knows by name keep it; a role that people hold stays. */
export const roleHooks: Hooks = {
  prepare: (_ctx, drafts) => {
    for (const { before, values } of drafts)
      if (before && SYSTEM_ROLES.has(String(before.name)) && values.name !== undefined && values.name !== before.name)
        throw invalid({ name: ['Esta regra é do sistema: seu nome não muda.'] })
  },
  after: (ctx) => announceRights(ctx.db),
  remove: async (ctx, record) => {
    if (SYSTEM_ROLES.has(String(record.name)))
      throw badRequest('Esta regra é do sistema e não pode ser excluída.', 'system_role')
    await assertUnused(
      ctx,
      sql`select 1 from user_role where role_id = ${Number(record.id)} limit 1`,
      'Esta regra está em uso por usuários.',
    )
    await announceRights(ctx.db)
  },
  present: async (ctx, { id }) => {
    const [row] = await rowsOf(
      ctx,
      sql`select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name) order by p.name), '[]') as permissions
          from role_permission x join permission p on p.id = x.permission_id where x.role_id = ${Number(id)}`,
    )
    return row ?? {}
  },
}

/** A permission reads '{action} {resource}', or it would open nothing. */
export const permissionHooks: Hooks = {
  prepare: (_ctx, drafts) => {
    for (const { values } of drafts)
      if (values.name !== undefined && readRight(String(values.name)) === null)
        throw invalid({ name: ["Use 'ação recurso', como 'edit cliente'."] })
  },
  after: (ctx) => announceRights(ctx.db),
  remove: (ctx, record: Row) =>
    assertUnused(
      ctx,
      sql`select 1 from role_permission where permission_id = ${Number(record.id)}
          union all select 1 from user_permission where permission_id = ${Number(record.id)} limit 1`,
      'Esta permissão está em uso por regras ou usuários.',
    ),
}

async function assertUnused(ctx: Ctx, query: ReturnType<typeof sql>, message: string): Promise<void> {
  if ((await rowsOf(ctx, query)).length > 0) throw badRequest(message, 'in_use')
}
