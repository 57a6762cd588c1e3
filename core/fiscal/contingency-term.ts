import { hasBankCalendar, nextBusinessDay } from '../br/business-days'
import { addDays } from '../br/civil-date'

/** Days in which the note of an EPEC has to come: 168 hours (Ajuste SINIEF 7/2005, clause eleven). */
const EPEC_DAYS = 7
/** An EPEC that has so long left, in milliseconds, is told of: two days. */
export const EPEC_NEAR_MS = 48 * 3_600_000

/**
 * Until when a note that went out before it was authorised has to be sent, in the time of its own state: of an EPEC 168 hours after its issue, of an off-line NFC-e 24
 * hours, and where they end on no working day, the end of the first one after (Ajuste SINIEF 19/2016, clause eleven). Null for notes that wait for their authorisation.
 */
export function sendUntil({ tpEmis, dhEmi }: { readonly tpEmis: string; readonly dhEmi: string }): string | null {
  const [day, time] = [dhEmi.slice(0, 10), dhEmi.slice(10)]
  if (tpEmis === '4') return addDays(day, EPEC_DAYS) + time
  if (tpEmis !== '9') return null
  const next = addDays(day, 1)
  const working = hasBankCalendar(next) ? nextBusinessDay(next) : next
  return working === next ? next + time : `${working}T23:59:59${time.slice(9)}`
}
