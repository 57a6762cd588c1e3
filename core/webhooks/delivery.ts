/** How often a delivery is tried, and how long it waits between: some 10 s, 40 s, 3 min, 11 min, 43 min, 3 h, 11 h; eight times in all. */
export const ATTEMPTS = 8
const FIRST_WAIT_S = 10
const FACTOR = 4
/** No wait is longer, however often was tried. */
const LONGEST_WAIT_S = 12 * 3_600
/** The longest wait that a receiver may ask for (Retry-After). */
const LONGEST_ASKED_S = 3_600

/**
 * Seconds until the next try after `attempt` tries, none when that was the last of `attempts`. `jitter` from 0 to 1 spreads tries that failed together over a fifth
 * of the wait. `askedFor` is what the receiver asked for, in seconds.
 */
export function nextWait(attempt: number, jitter: number, askedFor = 0, attempts = ATTEMPTS): number | undefined {
  if (attempt >= attempts) return undefined
  const wait = Math.min(FIRST_WAIT_S * FACTOR ** (attempt - 1), LONGEST_WAIT_S)
  return Math.max(Math.round(wait * (0.9 + 0.2 * jitter)), Math.min(askedFor, LONGEST_ASKED_S))
}

/** What is signed: the moment and the exact bytes that are sent, so that neither can be changed and an old call cannot be sent again. */
export const signedText = (timestamp: number, body: string): string => `${timestamp}.${body}`

/** The header: `t=1763750000,v1=…`, one `v1` for each secret in force (two while one is being changed). */
export const signatureHeader = (timestamp: number, signatures: readonly string[]): string =>
  [`t=${timestamp}`, ...signatures.map((one) => `v1=${one}`)].join(',')

/** The parts of a signature header; undefined when it is none. */
export function readSignature(
  header: string,
): { readonly timestamp: number; readonly signatures: readonly string[] } | undefined {
  const parts = header
    .slice(0, 1_000)
    .split(',')
    .map((part) => part.trim().split('='))
  const timestamp = Number(parts.find(([name]) => name === 't')?.[1])
  const signatures = parts.flatMap(([name, value]) =>
    name === 'v1' && value && /^[0-9a-f]{64}$/.test(value) ? [value] : [],
  )
  return Number.isSafeInteger(timestamp) && timestamp > 0 && signatures.length > 0
    ? { timestamp, signatures }
    : undefined
}
