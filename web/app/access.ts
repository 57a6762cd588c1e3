import {
  type AccessUser,
  can,
  maySee,
  canOpenScreen,
  meets,
  need,
  type Need,
  type WriteAction,
  writeNeed,
} from '../../core/access'

/** What the server asks on each write, mirrored: a resource name, or 'admin' for what administrators alone may change. */
export type WriteRight = string

/** May this user open the screen at this path? Unknown screens are nobody's. */
export function mayEnter(user: AccessUser, path: string): boolean {
  return canOpenScreen(user, path)
}

/** What an action on records asks; '' asks nothing, on a screen that has no records of its own. */
export function needOf(right: WriteRight, action: WriteAction): Need {
  if (right === '') return need.open
  return right === 'admin' ? need.role('admin') : writeNeed(right, action)
}

/** Those of some parts (columns, fields) that the user may see; the same list where that is all of them. */
export const seenBy = <T extends { readonly right?: string | undefined }>(
  user: AccessUser,
  parts: readonly T[],
): readonly T[] => (parts.every((part) => maySee(user, part)) ? parts : parts.filter((part) => maySee(user, part)))

export const mayCreate = (user: AccessUser, right: WriteRight): boolean => meets(user, needOf(right, 'create'))

/** May this user change records? With rights to look alone, forms are read-only. */
export const mayEdit = (user: AccessUser, right: WriteRight): boolean => meets(user, needOf(right, 'edit'))

export const mayDelete = (user: AccessUser, right: WriteRight): boolean => meets(user, needOf(right, 'delete'))

/** Keeps the footer of a form that is otherwise only shown. */
export function hasExtra(user: AccessUser, right: WriteRight): boolean {
  return right !== 'admin' && right !== '' && can(user, 'extra', right)
}
