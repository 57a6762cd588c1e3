import type { Ctx } from '../context'
import { type Resource, resourceNamed, type Row } from '../resource'
import { mayFollow } from './after'
import { type AuditEntry, audit, changes } from './audit'
import { announce, find } from './write'

/** Documents as they were before their lines were written, by resource and number. */
export type Parents = Map<string, { readonly resource: Resource; readonly before: Row }>

/**
 * Keeps the document that lines are about to be written below, and what that is itself a line of, as they stand now: the hooks of lines
 * change them (totals). What is kept already stays as it was first. Lines that do nothing beside being written change no document.
 */
export async function keepParents(ctx: Ctx, lines: Resource, parent: Row | undefined, kept: Parents): Promise<void> {
  let child = lines
  let row = mayFollow(lines) ? parent : undefined
  while (child.parent && row) {
    const resource = resourceNamed(child.parent.resource)
    keep(resource, row, kept)
    const above = resource.parent
    row = above && (await find(ctx, resourceNamed(above.resource), Number(row[above.field])))
    child = resource
  }
}

/** Keeps a record itself, for an action that changes its lines and totals. */
export function keep(resource: Resource, before: Row, kept: Parents): void {
  const key = `${resource.name} ${Number(before.id)}`
  if (!kept.has(key)) kept.set(key, { resource, before })
}

/** Audits and announces those of the kept documents that are no longer as they were, each once, in the same transaction. */
export async function tellParents(ctx: Ctx, kept: Parents): Promise<void> {
  const entries: AuditEntry[] = []
  for (const { resource, before } of kept.values()) {
    const record = await find(ctx, resource, Number(before.id))
    if (record && changes(resource, before, record).length > 0)
      entries.push({ resource, record, before, acao: 'update' })
  }
  if (entries.length === 0) return
  await audit(ctx, entries)
  for (const { resource, record } of entries) await announce(ctx, resource, Number(record.id))
}
