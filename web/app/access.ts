import { type AccessUser, can, canEdit, canOpenScreen, holdsAny, isAdmin, managesByName } from '../../core/access'

/** What the server asks on each write, mirrored: a resource name, or 'admin' for what administrators alone may change. */
export type WriteRight = string

/** May this user open the screen at this path? Unknown screens are nobody's. */
export function mayEnter(user: AccessUser, path: string): boolean {
  return canOpenScreen(user, path)
}

export function mayCreate(user: AccessUser, right: WriteRight): boolean {
  return mayEdit(user, right) || (right !== 'admin' && holdsAny(user, ['store'], right))
}

/** May this user change records? With rights to look alone, forms are read-only. */
export function mayEdit(user: AccessUser, right: WriteRight): boolean {
  if (right === 'admin') return isAdmin(user)
  return canEdit(user, right) || holdsAny(user, ['manage'], right) || managesByName(user, right)
}

export function mayDelete(user: AccessUser, right: WriteRight): boolean {
  return mayEdit(user, right)
}

/** Keeps the footer of a form that is otherwise only shown. */
export function hasExtra(user: AccessUser, right: WriteRight): boolean {
  return right !== 'admin' && can(user, 'extra', right)
}
