import { ApiError } from './errors'

/**
 * Attempts that come too often are slowed, never locked out: whoever is slowed waits seconds, and a stranger cannot keep others out for longer than that.
 */
export interface Pace {
  /** So many within a quarter of an hour wait for nothing. */
  readonly free: number
  /** Seconds between attempts, at most: each beyond the free ones waits twice as long as the one before. */
  readonly most: number
}

/** What counts: the uses of the last quarter of an hour, and how long ago the last was. */
export interface Used {
  readonly times: number
  /** Seconds since the last of them. */
  readonly ago: number
}

/** Counted within this window, in minutes. */
export const WINDOW = 15

/** Seconds until the next attempt may be made; 0 for at once. */
export function waitOf({ times, ago }: Used, { free, most }: Pace): number {
  if (times < free) return 0
  // Beyond 2^16 seconds every pace has long been at its most.
  return Math.max(0, Math.ceil(Math.min(most, 2 ** Math.min(16, times - free)) - ago))
}

/** Refuses what comes too soon with 429, and says when it may come again. */
export function assertInTime(seconds: number): void {
  if (seconds <= 0) return
  const wait = seconds === 1 ? '1 segundo' : `${seconds} segundos`
  throw new ApiError(429, 'too_many_requests', `Muitas tentativas. Aguarde ${wait} e tente de novo.`, undefined, {
    'Retry-After': String(seconds),
  })
}
