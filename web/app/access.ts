/** Who is asking: names only, as the session gives them. */
export interface Rights {
  readonly roles: readonly string[]
  readonly permissions: readonly string[]
}

/** What a screen asks of who opens it: any right on one of the resources, the administrator, or nothing. */
export type Gate = { readonly any: readonly string[] } | 'admin' | 'open'

const isAdmin = (user: Rights): boolean => user.roles.some((role) => role === 'admin' || role === 'ceo')
const passesAll = (user: Rights): boolean => isAdmin(user) || user.roles.includes('manager')

function holds(user: Rights, action: string, resource: string): boolean {
  return user.permissions.includes(`${action} ${resource}`) || user.permissions.includes(`${action}_${resource}`)
}

function canAll(user: Rights, resources: readonly string[]): boolean {
  if (passesAll(user)) return true
  return resources.some((resource) =>
    ['store', 'show', 'edit', 'manage'].some((action) => holds(user, action, resource)),
  )
}

/** May this user open a screen with this gate? The server asks again on every call; this only mirrors it. */
export function mayEnter(user: Rights, gate: Gate): boolean {
  if (gate === 'open') return true
  if (gate === 'admin') return isAdmin(user)
  return canAll(user, gate.any)
}

/** May this user change records behind this gate? With rights to look alone, forms are read-only. */
export function mayEdit(user: Rights, gate: Gate): boolean {
  if (gate === 'open' || passesAll(user)) return mayEnter(user, gate)
  if (gate === 'admin') return false
  return gate.any.some((resource) => ['store', 'edit', 'manage'].some((action) => holds(user, action, resource)))
}

/** May this user keep a view-only form's footer? (the `extra` right) */
export function hasExtra(user: Rights, gate: Gate): boolean {
  return typeof gate === 'object' && gate.any.some((resource) => holds(user, 'extra', resource))
}
