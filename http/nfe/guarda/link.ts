import * as v from 'valibot'
import { ApiError } from '../../platform/errors'
import type { Ctx } from '../../platform/context'
import type { Vault } from '../../platform/vault'
import { publicUrlOf } from '../../sis/mail/queue'
import type { GuardaFiscal } from './guarda-fiscal'

/** Where an accountant fetches a file. */
export const KEEPING_PATH = '/publico/guarda'

/** Days that a link is good for. */
export const LINK_DAYS = 30

const PURPOSE = 'guarda.link'
/** Longer texts are no tokens of ours. */
const LONGEST = 300

/** Which file a link opens, of which company, and which of its links it is: those before were revoked. */
const target = v.object({ id: v.number(), empresa_id: v.number(), n: v.number() })
export type LinkTarget = v.InferOutput<typeof target>

/** The address of a file, for the accountant. Throws 503 where this server does not know its own. */
export const addressOf = ({ mail, outside }: Ctx, { id, empresa_id, nLink }: GuardaFiscal): string =>
  `${publicUrlOf(mail)}${KEEPING_PATH}/${outside.vault.seal(JSON.stringify({ id, empresa_id, n: nLink }), PURPOSE)}`

/** What a token opens; undefined for one that this server did not make. */
export function openToken(vault: Vault, token: string): LinkTarget | undefined {
  if (token.length > LONGEST) return undefined
  try {
    const { success, output } = v.safeParse(target, JSON.parse(vault.open(token, PURPOSE)))
    return success ? output : undefined
  } catch (error) {
    if (error instanceof ApiError || error instanceof SyntaxError) return undefined
    throw error
  }
}

const DAY_MS = 86_400_000

/** Is a link of this moment still good? */
export const isGood = ({ dhLink }: Pick<GuardaFiscal, 'dhLink'>, now: string): boolean =>
  dhLink !== null && Date.parse(now) - Date.parse(dhLink) < LINK_DAYS * DAY_MS
