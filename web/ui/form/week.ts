import { lazily } from '../../app/lazy'

/** The hours of a week of the form's record, where its resource keeps them (`withWeek`). */
export const Week = lazily(async () => (await import('./week-field')).WeekField)
