/** Offsets of the states that are not on the time of Brasília (Lei 11.662/2008, Lei 12.876/2013); none has summer time. */
const OFFSETS: Readonly<Record<string, number>> = { AC: -5, AM: -4, RO: -4, RR: -4, MT: -4, MS: -4 }
const BRASILIA = -3
const HOUR_MS = 3_600_000

/** An instant as documents of a state tell it: `2026-11-20T10:00:00-03:00`. Throws RangeError for what is no instant. */
export function stateTime(instant: string, UF: string): string {
  const offset = OFFSETS[UF] ?? BRASILIA
  const local = new Date(new Date(instant).getTime() + offset * HOUR_MS)
  return `${local.toISOString().slice(0, 19)}-${String(-offset).padStart(2, '0')}:00`
}
