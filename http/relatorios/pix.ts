import * as v from 'valibot'
import { CoreError } from '../../core/errors'
import { staticBrCode } from '../../core/pix/br-code'

/** What a query tells of a Pix payment, as JSON; what is missing is null. */
export const pixTold = v.object({
  key: v.nullable(v.string()),
  name: v.string(),
  city: v.nullable(v.string()),
  amount: v.string(),
  txid: v.string(),
})

/** The Pix code of what a query tells; null where nothing is owed, or where the company has no key or town that a code could name. */
export function pixCodeOf(told: unknown): string | null {
  const { success, output } = v.safeParse(pixTold, told)
  if (!success || output.key === null || output.city === null || Number(output.amount) <= 0) return null
  try {
    return staticBrCode({ ...output, key: output.key, city: output.city })
  } catch (error) {
    if (error instanceof CoreError) return null
    throw error
  }
}
