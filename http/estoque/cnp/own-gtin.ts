import { checkDigitOf } from '../../../core/gs1/check-digit'
import type { Ctx } from '../../platform/context'
import { badRequest } from '../../platform/errors'
import { nextNumber, type SeriesKey } from '../../platform/series'
import { holdCodes, ownersOf } from '../gtin'

/** The series of a company's own GTINs: no fiscal document has this kind, and products' codes have another series of it. */
const gtinSeries = (empresa_id: number): SeriesKey => ({ empresa_id, tpDoc: 0, serie: 1, tpAmb: 1 })

const DIGITS = 12
const TRIES = 10_000

/** The next GTIN-13 of a company's prefix that no product has. Throws 400 when the prefix is used up. */
export async function nextGtin(ctx: Ctx, prefix: string, registro_id: number): Promise<string> {
  const room = DIGITS - prefix.length
  for (let tries = 0; tries < TRIES; tries++) {
    const number = await nextNumber(ctx, gtinSeries(ctx.actor.empresa_id), { recurso: 'mercadoria', registro_id })
    if (String(number).length > room) break
    const digits = prefix + String(number).padStart(room, '0')
    const gtin = digits + checkDigitOf(`${digits}0`)
    await holdCodes(ctx, [gtin.padStart(14, '0')])
    if ((await ownersOf(ctx, [gtin])).length === 0) return gtin
  }
  throw badRequest('O prefixo GS1 da empresa não tem mais números livres.', 'prefix_used_up')
}
