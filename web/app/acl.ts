import type { AccessUser } from '../../core/access'

/** Where the rights of who is signed in are kept in the browser (document 1, section 9). Only a mirror: the server asks its own. */
const KEY = 'AppAcl'

/** Keeps the rights for as long as this window lives. */
export function keepAcl({ roles, permissions }: AccessUser): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ roles, permissions }))
  } catch {
    // A browser without storage: nothing depends on it.
  }
}

export function clearAcl(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // As above.
  }
}
