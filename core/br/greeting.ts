/** How a letter begins at an hour of the day: before 12 `Bom dia`, before 18 `Boa tarde`, else `Boa noite` (document 2, section 9). */
export function greetingAt(hour: number): string {
  if (hour < 12) return 'Bom dia'
  return hour < 18 ? 'Boa tarde' : 'Boa noite'
}

/** The greeting at an instant (ISO 8601), by the clocks of a time zone (IANA name). */
export function greeting(instant: string, timeZone: string): string {
  const hour = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(
    new Date(instant),
  )
  return greetingAt(Number(hour))
}
