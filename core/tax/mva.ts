import { CoreError } from '../errors'
import { type Amount, Decimal, decimal, HUNDRED, roundHalfUp } from '../money/decimal'

/**
 * The adjusted margin of an interstate sale, in percent: ((1 + MVA) × (1 − interstate) / (1 − internal)) − 1 (Convênio ICMS 142/2018, clause 11).
 * The margin stays as it is when the interstate rate is not below the internal one. Throws `invalid_rate`.
 */
export function adjustedMva(
  { mvaOriginal, pInter, pIntra }: { mvaOriginal: Amount; pInter: Amount; pIntra: Amount },
  decimals = 2,
): Decimal {
  const margin = decimal(mvaOriginal)
  const inter = decimal(pInter)
  const intra = decimal(pIntra)
  if (margin.sign() < 0 || inter.sign() < 0 || intra.sign() < 0 || inter.gte(HUNDRED) || intra.gte(HUNDRED)) {
    throw new CoreError(
      'invalid_rate',
      'MVA e alíquotas não podem ser negativas, e as alíquotas ficam abaixo de 100 %.',
    )
  }
  if (inter.gte(intra)) return roundHalfUp(margin, decimals)
  return smallAdjusted(margin, inter, intra, decimals) ?? exactAdjusted(margin, inter, intra, decimals)
}

function exactAdjusted(margin: Decimal, inter: Decimal, intra: Decimal, decimals: number): Decimal {
  const factor = HUNDRED.plus(margin).times(HUNDRED.minus(inter)).div(HUNDRED.minus(intra))
  return roundHalfUp(factor.minus(HUNDRED), decimals)
}

/** Units of a ten-thousandth of a percent: what rates and margins are written in. */
const UNITS = 10_000
const WHOLE = 100 * UNITS

/** The same in whole numbers, some five times faster, for rates of up to 4 decimals; undefined when it would not be exact. */
function smallAdjusted(margin: Decimal, inter: Decimal, intra: Decimal, decimals: number): Decimal | undefined {
  if (decimals > 4) return undefined
  const m = margin.times(UNITS).toNumber()
  const i = inter.times(UNITS).toNumber()
  const t = intra.times(UNITS).toNumber()
  const top = (WHOLE + m) * (WHOLE - i)
  const bottom = (WHOLE - t) * 10 ** (4 - decimals)
  if (!Number.isInteger(m) || !Number.isInteger(i) || !Number.isInteger(t) || !Number.isSafeInteger(top * 2))
    return undefined
  const rest = top % bottom
  const quotient = (top - rest) / bottom + (rest * 2 >= bottom ? 1 : 0)
  return Decimal.ofSafe(quotient - 100 * 10 ** decimals, decimals)
}
