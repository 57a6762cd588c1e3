import { badRequest } from '../platform/errors'
import type { Hooks } from '../platform/resource'

const isStored = () => badRequest('Um lançamento não é alterado nem excluído: estorne-o e lance outro.', 'booked')

/** Rows of the cash ledger are added, never changed. */
export const entryHooks: Hooks = {
  prepare: (_ctx, drafts) => {
    if (drafts.some((one) => one.before)) throw isStored()
  },
  remove: () => {
    throw isStored()
  },
}
