import { addBusinessDays, previousBusinessDay } from '../../br/business-days'
import type { CivilDate } from '../../br/civil-date'

/** Working days of banks after the day of a payment until its answer is overdue. */
const DAYS = 2

/** The last day whose payments a bank should have answered by now: two of its working days have gone by since. Local holidays are not looked at: they make it later. */
export const answeredUntil = (today: CivilDate): CivilDate => addBusinessDays(previousBusinessDay(today), -DAYS)
