import type { Fact } from '../../core/quotes/revision'
import type { Ctx } from '../platform/context'
import { customFieldsOf, type Defined, seesCustom } from '../platform/custom/definitions'
import { ownTexts } from '../platform/custom/texts'
import { type Resource, type Row } from '../platform/resource'

/** What the paper of a document says of the fields that its company added. */
export type OwnFacts = (head: Row) => readonly Fact[]

/** Whoever reads without having signed in reads what everybody may who sees the record. */
const mayPrint = ({ actor }: Ctx, one: Defined): boolean =>
  one.custom.printed && (actor.id === 0 ? one.custom.visible_roles.length === 0 : seesCustom(actor, one))

/** Label and value of the own fields that are marked as printed, as far as whoever prints sees them: nothing of those that are empty. */
export async function ownFacts(ctx: Ctx, resource: Resource, heads: readonly Row[]): Promise<OwnFacts> {
  const byCompany = Map.groupBy(heads, (head) => Number(head.empresa_id))
  const readers = new Map<number, OwnFacts>()
  for (const [company, own] of byCompany) {
    const printed = (await customFieldsOf(ctx, resource, company)).filter((one) => mayPrint(ctx, one))
    const read = await ownTexts(ctx, printed, own)
    readers.set(company, (head) =>
      printed
        .map((one) => [one.custom.label, read(head, one).replaceAll('\n', ' · ')] as const)
        .filter(([, text]) => text !== ''),
    )
  }
  return (head) => readers.get(Number(head.empresa_id))?.(head) ?? []
}
