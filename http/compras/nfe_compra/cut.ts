/** The beginning of a text, of at most `max` characters as fields count them; null stays null. What takes two of them (an emoji) is never halved: half of one cannot be stored. */
export function cut(text: string | null | undefined, max: number): string | null {
  const start = (text ?? '').slice(0, max)
  const whole = start.isWellFormed() ? start : start.slice(0, -1)
  return whole === '' ? null : whole
}
