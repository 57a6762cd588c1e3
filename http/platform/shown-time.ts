import { formatDateTime } from '../../core/br/date-text'
import type { Ctx } from './context'

/** An instant as people of the company read it: their day and hour, `27/11/2026 17:03`. */
export const shownTime = ({ timeZone }: Pick<Ctx, 'timeZone'>, instant: string): string =>
  formatDateTime(new Date(instant).toLocaleString('sv-SE', { timeZone }))
