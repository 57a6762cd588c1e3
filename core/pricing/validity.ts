import { type CivilDate, compareDates } from '../br/civil-date'
import { formatDate } from '../br/date-text'

/** When something holds: switched on, from a first to a last day, both included; open where one is absent. */
export interface Validity {
  readonly ativo?: boolean | undefined
  readonly dInicio?: CivilDate | null | undefined
  readonly dFim?: CivilDate | null | undefined
}

/** Why something does not hold on a day. */
export type NotHolding = 'inactive' | 'early' | 'expired'

/** Why it does not hold on this day; null when it does. */
export function notHolding({ ativo, dInicio, dFim }: Validity, date: CivilDate): NotHolding | null {
  if (ativo === false) return 'inactive'
  if (dInicio && compareDates(date, dInicio) < 0) return 'early'
  return dFim && compareDates(date, dFim) > 0 ? 'expired' : null
}

/** Does it hold on this day? */
export const holdsOn = (validity: Validity, date: CivilDate): boolean => notHolding(validity, date) === null

/** Why a price table is not used on this day, as people read it; null when it is. */
export function whyNotHolding(table: Validity, date: CivilDate): string | null {
  switch (notHolding(table, date)) {
    case 'inactive':
      return 'tabela inativa'
    case 'early':
      return `vale a partir de ${formatDate(table.dInicio ?? '')}`
    case 'expired':
      return `valeu até ${formatDate(table.dFim ?? '')}`
    case null:
      return null
  }
}
