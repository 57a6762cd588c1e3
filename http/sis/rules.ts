import { sql } from 'drizzle-orm'
import { type AccessUser, holdsAny, isAdmin, isManagerOrAdmin, readRight } from '../../core/access'
import { type Ctx, rowsOf } from '../platform/context'
import { actionText } from '../platform/engine/history'
import { audit } from '../platform/engine/audit'
import type { FieldChange } from '../platform/engine/mould'
import { announce } from '../platform/engine/write'
import { badRequest, forbidden, notFound } from '../platform/errors'
import type { Resource, Row } from '../platform/resource'
import { tellSecurity } from '../platform/security-event'
import { announceRights } from '../platform/session'

/** The role that everyone holds. */
export const BASE_ROLE = 'user'

/** Roles that mean something by their name: they are neither renamed nor deleted. Source: document 1, section 6. */
export const SYSTEM_ROLES: ReadonlySet<string> = new Set([
  BASE_ROLE,
  'admin',
  'ceo',
  'manager',
  'operator',
  'operator_manager',
  'saller',
  'saller_manager',
  'buyer',
  'stokman',
  'stokman_manager',
  'biller_manager',
  'financier_manager',
  'financier1',
  'financier2',
])

/** What a user may, as the database says now, whatever a session remembers. */
export interface Standing extends AccessUser {
  readonly empresas: readonly number[]
}

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** The roles, permissions (by role and of the user's own) and companies of a user. */
export async function standingOf(ctx: Pick<Ctx, 'db'>, userId: number): Promise<Standing> {
  const [row] = await rowsOf(
    ctx,
    sql`select
      coalesce((select json_agg(r.name order by r.name) from user_role x join role r on r.id = x.role_id where x.user_id = ${userId}), '[]') as roles,
      coalesce((select json_agg(p.name order by p.name) from permission p where p.id in (
        select rp.permission_id from user_role x join role_permission rp on rp.role_id = x.role_id where x.user_id = ${userId}
        union select up.permission_id from user_permission up where up.user_id = ${userId})), '[]') as permissions,
      coalesce((select json_agg(x.empresa_id order by x.empresa_id) from user_empresa x where x.user_id = ${userId}), '[]') as empresas`,
  )
  return {
    roles: texts(row?.roles),
    permissions: texts(row?.permissions),
    empresas: texts(row?.empresas).map(Number),
  }
}

/** Does the other hold a right that the actor lacks? Only an admin equals an admin; a manager equals all others. */
export function exceeds(actor: AccessUser, other: AccessUser): boolean {
  if (isAdmin(actor)) return false
  if (isAdmin(other)) return true
  if (isManagerOrAdmin(actor)) return false
  const rolesBeyond = other.roles.some((name) => opensByName(name) && !actor.roles.includes(name))
  return rolesBeyond || other.permissions.some((name) => lacks(actor, name))
}

/** Roles that open something by their name alone: managers of an area, and who buys, to whom the products belong. */
const opensByName = (name: string): boolean => SYSTEM_ROLES.has(name) && (name.includes('manager') || name === 'buyer')

function lacks(actor: AccessUser, permission: string): boolean {
  const right = readRight(permission)
  return right !== null && !holdsAny(actor, [right.action], right.resource)
}

/** Refuses with 403 to change a user who may more than the caller, or elsewhere: a new password or e-mail would hand over those rights. */
export async function assertMayTouch(ctx: Ctx, userId: number): Promise<void> {
  if (userId === ctx.actor.id || isAdmin(ctx.actor)) return
  const standing = await standingOf(ctx, userId)
  if (standing.empresas.some((id) => !ctx.actor.empresas.includes(id)))
    throw forbidden('Este usuário é de uma empresa a que você não tem acesso.')
  if (!exceeds(ctx.actor, standing)) return
  throw forbidden(
    isAdmin(standing)
      ? 'Só um administrador pode alterar outro administrador.'
      : 'Você só pode alterar usuários cujos direitos você também tem.',
  )
}

/** Refuses with 403 to give rights that the caller does not hold, and to change one's own. */
export function assertMayGive(ctx: Ctx, userId: number, given: AccessUser): void {
  if (isAdmin(ctx.actor)) return
  if (userId === ctx.actor.id) throw forbidden('Ninguém altera os próprios direitos: peça a um administrador.')
  if (!exceeds(ctx.actor, given)) return
  throw forbidden(
    isAdmin(given) ? 'Só um administrador pode dar esta regra.' : 'Você só pode dar direitos que você também tem.',
  )
}

/** Any number: changes of rights wait for one another, so that two admins cannot demote each other at once. */
const RIGHTS_LOCK = 727_786_101

/** Holds changes of rights until the transaction ends. */
export async function lockRights(ctx: Ctx): Promise<void> {
  await ctx.db.execute(sql`select pg_advisory_xact_lock(${RIGHTS_LOCK})`)
}

/** Refuses when nobody would be left who can give rights. `without` is a user who is about to go. */
export async function assertAdminLeft(ctx: Ctx, without = 0): Promise<void> {
  const [row] = await rowsOf(
    ctx,
    sql`select exists (select 1 from "user" u join user_role x on x.user_id = u.id join role r on r.id = x.role_id
        where u.ativo and u.id <> ${without} and r.name in ('admin', 'ceo')) as found`,
  )
  if (row?.found !== true) throw badRequest('O sistema precisa de ao menos um administrador ativo.', 'last_admin')
}

/** Runs a change of a user's roles, permissions or companies; audits what came of it and tells every server process. */
export async function changeStanding(
  ctx: Ctx,
  resource: Resource,
  record: Row,
  { acao, work }: { readonly acao: string; readonly work: () => Promise<void> },
): Promise<void> {
  const userId = Number(record.id)
  await lockRights(ctx)
  const before = await standingOf(ctx, userId)
  await work()
  const after = await standingOf(ctx, userId)
  if (isAdmin(before) && !isAdmin(after)) await assertAdminLeft(ctx)
  const campos = (['roles', 'permissions', 'empresas'] as const).flatMap((campo) =>
    changed(campo, before[campo], after[campo]),
  )
  if (campos.length > 0) await tellRights(ctx, resource, record, { acao, campos })
}

/** One list that changed, as the audit trail tells it. */
export function changed(campo: string, de: readonly unknown[], para: readonly unknown[]): FieldChange[] {
  return JSON.stringify(de) === JSON.stringify(para) ? [] : [{ campo, de, para }]
}

/** Audits a change of rights and announces it, in the caller's transaction. */
export async function tellRights(
  ctx: Ctx,
  resource: Resource,
  record: Row,
  { acao, campos }: { readonly acao: string; readonly campos: readonly FieldChange[] },
): Promise<void> {
  await audit(ctx, [{ resource, record, before: record, acao, campos }])
  await announce(ctx, resource, Number(record.id))
  const user_id = resource.name === 'user' ? Number(record.id) : null
  const what = `${actionText(resource, acao)}: ${resource.title}`
  // Whose rights they are the event says by their number: a name here would outlive the person's.
  const detalhe = user_id === null ? `${what} ${String(record[resource.display[0] ?? 'id'])}` : what
  await tellSecurity(ctx.db, { tipo: 'direitos', user_id, autor_id: ctx.actor.id, detalhe })
  await announceRights(ctx.db)
}

/** A role with the names of its permissions. Throws 404. */
export async function roleWithPermissions(
  ctx: Ctx,
  roleId: number,
): Promise<{ readonly name: string; readonly permissions: readonly string[] }> {
  const [row] = await rowsOf(
    ctx,
    sql`select r.name, coalesce((select json_agg(p.name order by p.name) from role_permission rp join permission p on p.id = rp.permission_id where rp.role_id = r.id), '[]') as permissions
        from role r where r.id = ${roleId}`,
  )
  if (!row) throw notFound()
  return { name: String(row.name), permissions: texts(row.permissions) }
}
