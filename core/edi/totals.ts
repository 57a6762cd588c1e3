import { formatCurrency } from '../br/number'
import { sum } from '../money/decimal'

/** Says where what a file sums up is not what its records come to. */
export function totalNotice(what: string, told: string | null, parts: readonly string[]): readonly string[] {
  const whole = sum(parts)
  if (told === null || whole.eq(told)) return []
  return [
    `O arquivo diz ${what} de ${formatCurrency(told)}, e os seus registros somam ${formatCurrency(whole.toFixed(2))}.`,
  ]
}
