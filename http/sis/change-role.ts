import type { Ctx } from '../platform/context'
import type { Row } from '../platform/resource'
import { changed, lockRights, roleWithPermissions, tellRights } from './rules'
import { role } from './user'

/** Runs a change of a role's permissions, audits what came of it and tells every server process. */
export async function changeRole(ctx: Ctx, record: Row, acao: string, work: () => Promise<void>): Promise<void> {
  await lockRights(ctx)
  const id = Number(record.id)
  const before = await roleWithPermissions(ctx, id)
  await work()
  const after = await roleWithPermissions(ctx, id)
  await tellRights(ctx, role, record, { acao, campos: changed('permissions', before.permissions, after.permissions) })
}
