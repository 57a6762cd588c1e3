import * as v from 'valibot'
import type { Ctx } from '../platform/context'
import { ApiError } from '../platform/errors'
import type { Vault } from '../platform/vault'
import { publicUrlOf } from './mail/queue'

/** Longer texts are no tokens of ours. */
const LONGEST = 300

/** Which record a link opens, of which company, and which of its links it is: those before were revoked. */
const target = v.object({ id: v.number(), empresa_id: v.number(), n: v.number() })
export type LinkTarget = v.InferOutput<typeof target>

/** A record that is read by a link. */
interface Linked {
  readonly id: number
  readonly empresa_id: number
  readonly nLink: number
}

/** Links to records, for people without a user: each is sealed for one purpose, so that it can be neither made nor read by others. */
export const sealedLinks = (purpose: string, path: string) => ({
  path,

  /** The address that opens a record. Throws 503 where this server does not know its own. */
  addressOf: ({ mail, outside }: Ctx, { id, empresa_id, nLink }: Linked): string =>
    `${publicUrlOf(mail)}${path}/${outside.vault.seal(JSON.stringify({ id, empresa_id, n: nLink }), purpose)}`,

  /** What a token opens; undefined for one that this server did not make. */
  open: (vault: Vault, token: string): LinkTarget | undefined => {
    if (token.length > LONGEST) return undefined
    try {
      const { success, output } = v.safeParse(target, JSON.parse(vault.open(token, purpose)))
      return success ? output : undefined
    } catch (error) {
      if (error instanceof ApiError || error instanceof SyntaxError) return undefined
      throw error
    }
  },
})
