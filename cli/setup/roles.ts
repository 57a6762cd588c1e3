import { sql } from 'drizzle-orm'
import { ACTIONS } from '../../core/access/rights'
import { ROLE_NAMES } from '../../core/access/words'
import { resourcesOfScreens } from '../../core/access/screens'
import { grantsOf, sum } from '../../http/area'
import type { Db } from '../../http/db/pool'
import { rowsOf } from '../../http/platform/context'
import { insertMany } from '../../http/platform/engine/write'
import type { Ctx } from '../../http/platform/context'
import { resources } from '../../http/resources'
import { permission, role } from '../../http/sis/user'

/** Every permission's name: '{action} {resource}' of what resources and screens ask rights on, and what areas name themselves. */
export function permissionNames(): string[] {
  const rights = [...new Set([...resources.map((one) => one.right), ...resourcesOfScreens])]
  return [...rights.flatMap((right) => ACTIONS.map((action) => `${action} ${right}`)), ...sum('rights')]
}

/** Makes the roles and permissions that do not exist yet; gives new roles their first permissions. Safely repeatable. */
export async function ensureRoles(ctx: Ctx): Promise<void> {
  const roles = await missing(ctx.db, 'role', Object.keys(ROLE_NAMES))
  const permissions = await missing(ctx.db, 'permission', permissionNames())
  await insertMany(
    ctx,
    role,
    roles.map((name) => ({ name, descricao: ROLE_NAMES[name] })),
  )
  await insertMany(
    ctx,
    permission,
    permissions.map((name) => ({ name })),
  )
  const pairs = roles.flatMap((name) => permissionsOf(name).map((right) => ({ role: name, permission: right })))
  await ctx.db.execute(sql`
    insert into role_permission (role_id, permission_id)
    select r.id, p.id from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as x (role text, permission text)
    join role r on r.name = x.role join permission p on p.name = x.permission on conflict do nothing`)
}

/** What areas give a role, `store show: venda cliente; show: mercadoria`, right by right. Admin and manager pass without. */
export function permissionsOf(role: string): string[] {
  return grantsOf(role)
    .flatMap((given) => given.split('; '))
    .flatMap((part) => {
      const [actions = '', rights = ''] = part.split(': ')
      return rights.split(' ').flatMap((right) => actions.split(' ').map((action) => `${action} ${right}`))
    })
}

async function missing(db: Db, table: 'role' | 'permission', names: readonly string[]): Promise<string[]> {
  const rows = await rowsOf({ db }, sql`select name from ${sql.raw(table)}`)
  const known = new Set(rows.map((row) => String(row.name)))
  return names.filter((name) => !known.has(name))
}
