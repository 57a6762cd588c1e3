import * as v from 'valibot'
import { addDays } from '../../../core/br/civil-date'
import type { Ctx } from '../../platform/context'
import { ApiError } from '../../platform/errors'
import type { Vault } from '../../platform/vault'
import { publicUrlOf } from '../../sis/mail/queue'
import type { OrcamentoRecord } from '../shared-actions'

/** Where a customer reads a quote. */
export const QUOTE_PATH = '/publico/orcamento'

const PURPOSE = 'orcamento.link'
/** A quote that names no last day is read by its link for so many days. */
const DAYS = 30
/** Longer texts are no tokens of ours. */
const LONGEST = 300

/** Which quote a link opens, of which company, and which of its links it is: those before were revoked. */
const target = v.object({ id: v.number(), empresa_id: v.number(), n: v.number() })
export type LinkTarget = v.InferOutput<typeof target>

/** The token of a quote's link: sealed by the vault, so that it can be neither made nor read by others. */
const tokenOf = (vault: Vault, { id, empresa_id, nLink }: OrcamentoRecord): string =>
  vault.seal(JSON.stringify({ id, empresa_id, n: nLink }), PURPOSE)

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

/** The address of a quote's page. Throws 503 where this server does not know its own. */
export const addressOf = ({ mail, outside }: Ctx, record: OrcamentoRecord): string =>
  `${publicUrlOf(mail)}${QUOTE_PATH}/${tokenOf(outside.vault, record)}`

/** The last day of a quote's link: the quote's own, or so many days after the link was made. */
export const lastDay = ({ timeZone }: Pick<Ctx, 'timeZone'>, { dValidade, dhLink }: OrcamentoRecord): string =>
  dValidade ?? addDays(new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(dhLink ?? 0)), DAYS)
