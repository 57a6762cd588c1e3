import { formatDateTime } from '../../core/br/date-text'
import type { Ctx } from './context'

/** An instant as people of the company read it: their day and hour, `27/11/2026 17:03`. */
export const shownTime = ({ timeZone }: Pick<Ctx, 'timeZone'>, instant: string): string =>
  formatDateTime(new Date(instant).toLocaleString('sv-SE', { timeZone }))

/** The day of an instant in the company's time zone, `2026-11-27`. */
export const localDay = ({ timeZone }: Pick<Ctx, 'timeZone'>, instant: string | Date | number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(instant))
