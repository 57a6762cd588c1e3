import { passes } from '../../../core/access'
import { assertNone, type Target, verbOf, verbRefusal, writeRefusal } from '../../../core/lifecycle/standing'
import type { Ctx } from '../context'
import { forbidden } from '../errors'
import { type Draft, type Resource, resourceNamed, type Row } from '../resource'
import { differs } from './columns'
import { load } from './write'

/**
 * What a document's life forbids is refused here, before anything is written: for its head, for every list below it at any depth, and for its
 * verbs. Resources without a life, and lists below none, pass.
 */

/** What an action on a document is to the document's life; the engine asks that before the action runs. */
export interface ByLife {
  /** The verb of the life that it is. */
  readonly verb?: string
  /** What it writes: the head, or a list by its name (`lists` for any). */
  readonly writes?: string
}

/** Throws where a document may not be changed to these values now. */
export async function guardHead(ctx: Ctx, resource: Resource, { before, values }: Draft): Promise<void> {
  if (before) await guard(ctx, resource, before, { head: true }, changedOf(resource, before, values))
}

/** Throws where a document may not be deleted now. */
export async function guardRemoval(ctx: Ctx, resource: Resource, record: Row): Promise<void> {
  await guard(ctx, resource, record, { remove: true })
}

/** What a save does to a list: rows that are written, and stored ones that go. */
export interface ListChange {
  readonly drafts?: readonly Draft[]
  readonly gone?: readonly Row[]
}

/** Throws where the document that a list belongs to, directly or through other lists, forbids that it is written now. `parent` is the row that it hangs on. */
export async function guardLines(
  ctx: Ctx,
  lines: Resource,
  parent: Row,
  { drafts = [], gone = [] }: ListChange,
): Promise<void> {
  if (drafts.length === 0 && gone.length === 0) return
  const found = await documentOf(ctx, lines, parent)
  if (!found) return
  const { document, record, lists } = found
  if (gone.length > 0) await guard(ctx, document, record, { lists })
  for (const { before, values } of drafts)
    await guard(ctx, document, record, { lists, add: !before }, before && changedOf(lines, before, values))
}

/** Throws where the caller, or a document as it stands, does not allow a verb. The record is given what the resource knows of it beside its columns. */
export async function guardVerb(ctx: Ctx, resource: Resource, record: Row, name: string): Promise<void> {
  const { life, facts } = resource
  if (!life) throw new Error(`${resource.name} has no life.`)
  const { need, unless, copies } = verbOf(life, name)
  if (need && !passes(ctx.actor, need.check)) throw forbidden(need.say)
  assertNone(verbRefusal(life, facts && unless ? { ...record, ...(await facts(ctx, record)) } : record, name))
  if (!copies) await resource.idle?.(ctx, record)
}

/** Throws where a document does not allow now what an action says that it is. */
export async function guardAction(ctx: Ctx, resource: Resource, record: Row, { verb, writes }: ByLife): Promise<void> {
  if (verb !== undefined) await guardVerb(ctx, resource, record, verb)
  if (writes === undefined) return
  if (resource.life) return guard(ctx, resource, record, writes === 'head' ? { head: true } : { lists: [writes] })
  await guardLineAction(ctx, resource, record, writes)
}

/** An action on a line writes its own list, or one below it: the document above decides. */
async function guardLineAction(ctx: Ctx, { name }: Resource, record: Row, writes: string): Promise<void> {
  const line = resourceNamed(name)
  if (!line.parent) return
  const above = await load(ctx, resourceNamed(line.parent.resource), Number(record[line.parent.field]))
  const found = await documentOf(ctx, line, above)
  if (!found) return
  const { document, lists } = found
  await guard(ctx, document, found.record, { lists: lists.includes(writes) ? lists : [writes, ...lists] })
}

async function guard(
  ctx: Ctx,
  resource: Resource,
  record: Row,
  target: Target,
  changed?: readonly string[],
): Promise<void> {
  const { life, idle } = resource
  if (!life) return
  assertNone(writeRefusal(life, record, target, changed))
  await idle?.(ctx, record)
}

interface Found {
  readonly document: Resource
  readonly record: Row
  /** The lists between, the innermost first. */
  readonly lists: readonly string[]
}

/** The document with a life that a row of a list belongs to. */
async function documentOf(ctx: Ctx, lines: Resource, parent: Row): Promise<Found | undefined> {
  const lists: string[] = []
  let [line, record] = [lines, parent]
  while (line.parent) {
    lists.push(line.parent.list)
    const above = resourceNamed(line.parent.resource)
    if (above.life) return { document: above, record, lists }
    if (!above.parent) return undefined
    record = await load(ctx, resourceNamed(above.parent.resource), Number(record[above.parent.field]))
    line = above
  }
  return undefined
}

/** The fields that would not be as they are stored. */
const changedOf = ({ fields }: Resource, before: Row, values: Row): readonly string[] =>
  Object.keys(values).filter((name) => differs(fields[name]?.meta.kind ?? 'json', before[name], values[name]))
