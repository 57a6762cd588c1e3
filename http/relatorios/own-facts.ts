import type { Fact } from '../../core/quotes/revision'
import type { Ctx } from '../platform/context'
import { customFieldsOf, type Defined, seesCustom } from '../platform/custom/definitions'
import { ownTexts } from '../platform/custom/texts'
import { type Resource, type Row } from '../platform/resource'

/** What the paper of a document says of the fields that its company added. */
export type OwnFacts = (head: Row) => readonly Fact[]

/** What everybody may read who sees the record. */
const isOpen = ({ custom }: Defined): boolean => custom.printed && custom.visible_roles.length === 0

/** Whoever reads without having signed in reads what is open. */
const mayPrint = ({ actor }: Ctx, one: Defined): boolean =>
  actor.id === 0 ? isOpen(one) : one.custom.printed && seesCustom(actor, one)

/** Label and value of own fields, on one line each: nothing of those that are empty. */
async function reader(ctx: Ctx, printed: readonly Defined[], heads: readonly Row[]): Promise<OwnFacts> {
  const read = await ownTexts(ctx, printed, heads)
  return (head) =>
    printed
      .map((one) => [one.custom.label, read(head, one).replaceAll('\n', ' · ')] as const)
      .filter(([, text]) => text !== '')
}

/** Label and value of the own fields that are marked as printed, as far as whoever prints sees them: nothing of those that are empty. */
export async function ownFacts(ctx: Ctx, resource: Resource, heads: readonly Row[]): Promise<OwnFacts> {
  const byCompany = Map.groupBy(heads, (head) => Number(head.empresa_id))
  const readers = new Map<number, OwnFacts>()
  for (const [company, own] of byCompany) {
    const printed = (await customFieldsOf(ctx, resource, company)).filter((one) => mayPrint(ctx, one))
    readers.set(company, await reader(ctx, printed, own))
  }
  return (head) => readers.get(Number(head.empresa_id))?.(head) ?? []
}

/** The same of a document that leaves the company for good, as a tax note does: what is open, whoever sends it. */
export async function openFacts(ctx: Ctx, resource: Resource, head: Row): Promise<readonly Fact[]> {
  const open = (await customFieldsOf(ctx, resource, Number(head.empresa_id))).filter(isOpen)
  return (await reader(ctx, open, [head]))(head)
}
