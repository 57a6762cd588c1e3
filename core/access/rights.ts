import { CoreError } from '../errors'

/**
 * Rights (document 1, section 6). A user has roles and permissions. A permission is an action on a resource and comes in two
 * spellings, `edit contas_receber` and `manage_cliente`; `change` is another word for `edit`.
 */
export interface AccessUser {
  readonly roles: readonly string[]
  readonly permissions: readonly string[]
}

export interface Right {
  readonly action: string
  readonly resource: string
}

/** The actions every resource knows. A resource may have its own beside them, such as `importar contas_receber`. */
export const ACTIONS = ['store', 'show', 'edit', 'manage', 'extra'] as const

/** Any of these opens a resource; `extra` alone opens nothing. */
export const OPENING_ACTIONS = ['store', 'show', 'edit', 'manage'] as const

const SPACED = /^([a-z_]{1,40}) ([a-z\d_]{1,80})$/
const JOINED = /^(store|show|edit|manage|extra|change)_([a-z\d_]{1,80})$/

/** Reads a permission in either spelling; null when it is neither. */
export function readRight(permission: string): Right | null {
  const text = permission.slice(0, 130).trim().toLowerCase().replace(/\s+/g, ' ')
  const match = SPACED.exec(text) ?? JOINED.exec(text)
  if (!match) return null
  const [, action = '', resource = ''] = match
  return { action: action === 'change' ? 'edit' : action, resource }
}

/** As `readRight`, for names in our own tables and requests. Throws `invalid_right`. */
export function requireRight(permission: string): Right {
  const right = readRight(permission)
  if (!right) {
    throw new CoreError(
      'invalid_right',
      `Permissão inválida: '${permission.slice(0, 40)}'. Use 'ação recurso', como 'edit cliente'.`,
    )
  }
  return right
}

/** Role admin or ceo. */
export function isAdmin(user: AccessUser): boolean {
  return user.roles.includes('admin') || user.roles.includes('ceo')
}

export function isManager(user: AccessUser): boolean {
  return user.roles.includes('manager')
}

/** Any of the roles; `admin` in the list is met by ceo too. */
export function hasRole(user: AccessUser, roles: readonly string[]): boolean {
  return roles.some((role) => (role === 'admin' ? isAdmin(user) : user.roles.includes(role)))
}

/** Admin or manager: passes every permission check (not every role check). */
export function isManagerOrAdmin(user: AccessUser): boolean {
  return isAdmin(user) || isManager(user)
}

/** The right itself, or admin or manager. */
export function can(user: AccessUser, action: string, resource: string): boolean {
  return isManagerOrAdmin(user) || holds(user, requireRight(`${action} ${resource}`))
}

/** True if any of store, show, edit or manage is held for any of the resources, or admin or manager. */
export function canAll(user: AccessUser, resources: readonly string[]): boolean {
  return isManagerOrAdmin(user) || resources.some((resource) => holdsAny(user, OPENING_ACTIONS, resource))
}

/** May the user see what asks a right of its own beside that on its record, such as costs and margins? */
export function maySee(user: AccessUser, { right }: { readonly right?: string | undefined }): boolean {
  return right === undefined || canAll(user, [right])
}

/** The edit right on the resource, or admin or manager. */
export function canEdit(user: AccessUser, resource: string): boolean {
  return can(user, 'edit', resource)
}

/** True when one of the actions on the resource is among the user's permissions, whatever the roles. */
export function holdsAny(user: AccessUser, actions: readonly string[], resource: string): boolean {
  return actions.some((action) => holds(user, { action, resource }))
}

function holds(user: AccessUser, wanted: Right): boolean {
  return user.permissions.some((permission) => {
    const held = readRight(permission)
    return held !== null && held.action === wanted.action && held.resource === wanted.resource
  })
}
