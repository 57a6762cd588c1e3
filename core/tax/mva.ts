import { CoreError } from '../errors'
import { type Amount, type Decimal, decimal, HUNDRED, roundHalfUp } from '../money/decimal'

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
  const factor = HUNDRED.plus(margin).times(HUNDRED.minus(inter)).div(HUNDRED.minus(intra))
  return roundHalfUp(factor.minus(HUNDRED), decimals)
}
