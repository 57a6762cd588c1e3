import { action } from '../platform/action'
import { update } from '../platform/engine/write'
import { nothing } from '../platform/inputs'
import type { Resource } from '../platform/resource'

/** The verb by which the links of a record (`sealedLinks`) open nothing any more; the next is another. Its resource has `dhLink` and `nLink`, and a verb `revogaLink` in its life. */
export function revokesLink(resource: Resource, what: string) {
  return action(resource, 'revogaLink', {
    on: 'record',
    right: 'edit',
    verb: 'revogaLink',
    summary: `Revoga o link do cliente ${what}: os que foram enviados não abrem mais.`,
    input: nothing,
    run: async ({ ctx, record }) => {
      await update(ctx, resource, record, { dhLink: null, nLink: Number(record.nLink) + 1 }, 'revogaLink')
    },
  })
}
