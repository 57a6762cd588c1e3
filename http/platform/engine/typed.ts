import type { Ctx } from '../context'
import type { Draft, Resource, Row } from '../resource'

/** A rule of whatever is typed, in any resource. */
type TypedRule = (ctx: Ctx, resource: Resource, drafts: readonly Draft[]) => Promise<void>

const rules: TypedRule[] = []

/** Asks a rule of all that people type from now on: for what follows from how a field is defined, wherever it stands. */
export function onTyped(rule: TypedRule): void {
  rules.push(rule)
}

/** What people type, by the rules of its resource and those of all. Imports, received documents and the program's own records keep what they bring. */
export async function assertTyped(ctx: Ctx, resource: Resource, drafts: readonly Draft[], parent?: Row): Promise<void> {
  for (const rule of rules) await rule(ctx, resource, drafts)
  await resource.hooks?.typed?.(ctx, drafts, parent)
}
