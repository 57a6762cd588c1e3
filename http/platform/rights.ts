import { canAll, isAdmin, managesByName, meets, writeNeed } from '../../core/access'
import { lacksRight } from '../../core/access/why-not'
import type { Ctx } from './context'
import { forbidden } from './errors'
import type { Resource } from './resource'

/** What a caller wants to do with a resource. */
export type Verb = 'read' | 'create' | 'edit' | 'delete'

const NEEDED: Readonly<Record<Verb, string>> = { read: 'show', create: 'store', edit: 'edit', delete: 'manage' }

/** Refuses with 403, naming the missing right, unless the caller may. Source: document 1, section 6. */
export function assertMay(ctx: Pick<Ctx, 'actor'>, resource: Resource, verb: Verb): void {
  if (may(ctx, resource, verb)) return
  const missing = resource.adminOnly ? 'só administradores' : lacksRight(`${NEEDED[verb]} ${resource.right}`)
  throw forbidden(`Você não tem permissão para esta ação (${missing}).`)
}

/** May the caller? Reading needs any right on the resource; creating needs store, edit or manage; changing and deleting edit or manage. */
export function may({ actor }: Pick<Ctx, 'actor'>, resource: Resource, verb: Verb): boolean {
  if (resource.adminOnly) return isAdmin(actor)
  if (managesByName(actor, resource.right)) return true
  if (verb === 'read') return resource.open === true || canAll(actor, [resource.right])
  return meets(actor, writeNeed(resource.right, verb))
}
