import type { Decimal } from '../../core/money/decimal'
import { QUANTITY_DECIMALS } from '../../core/stock/unit'
import { wholeMessage } from '../estoque/whole'

/** What a product is counted in. */
export interface Unit {
  readonly un: string | null
  /** Of its unit; null where it has none. */
  readonly decimals: number | null
}

const MOST_OF_ONE = 999_999_999

/** What is wrong with a quantity that was told of something that is made: it is less than nothing, or its unit does not count it. */
export function countFault({ un, decimals }: Unit, quantity: Decimal): string | undefined {
  if (quantity.sign() < 0 || quantity.gt(MOST_OF_ONE)) return 'Quantidade inválida'
  const most = Math.min(decimals ?? QUANTITY_DECIMALS, QUANTITY_DECIMALS)
  if (quantity.round(most).eq(quantity)) return undefined
  return most === 0 ? wholeMessage(un ?? '') : `Informe no máximo ${most} decimais.`
}
