import { type AccessUser, can, canAll, hasRole, holdsAny, isManagerOrAdmin } from './rights'

/** Shown in place of a section the user has no right to (document 1, section 6). */
export const NO_ACCESS = 'Você não tem acesso a este conteúdo.'

export interface SectionState {
  readonly visible: boolean
  /** The text in place of the content when it is not visible. */
  readonly message: string | null
  /** Fieldsets are disabled. */
  readonly disabled: boolean
  /** The footer with its buttons shows. */
  readonly footer: boolean
}

/**
 * How a section marked with resources shows to the user: hidden with no right; read-only without a footer when only `show` is
 * held, unless the extra right is held too; whole otherwise.
 */
export function sectionState(user: AccessUser, resources: readonly string[]): SectionState {
  if (!canAll(user, resources)) return { visible: false, message: NO_ACCESS, disabled: true, footer: false }
  const writes = resources.some((resource) => holdsAny(user, ['store', 'edit', 'manage'], resource))
  const extra = resources.some((resource) => can(user, 'extra', resource))
  const whole = isManagerOrAdmin(user) || writes || extra
  return { visible: true, message: null, disabled: !whole, footer: whole }
}

export interface ElementMark {
  readonly role?: string
  readonly resource?: string
}

/** True when a marked element shows: the role, with any right on the resource; either alone when only one is marked. */
export function elementAllowed(user: AccessUser, { role, resource }: ElementMark): boolean {
  if (isManagerOrAdmin(user)) return true
  return (role === undefined || hasRole(user, [role])) && (resource === undefined || canAll(user, [resource]))
}
