import { getConnInfo } from 'hono/bun'
import type { Context } from '../platform/app'

/** The caller's network address, for the sign-in limits; 'local' where the server has none to tell (tests in the same process). */
export function addressOf(c: Context): string {
  try {
    return getConnInfo(c).remote.address ?? 'local'
  } catch {
    return 'local'
  }
}
