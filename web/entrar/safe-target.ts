/** Where a link asks to go after signing in: only a place of ours. */
export function safeTarget(wanted: string | null): string {
  return wanted !== null && /^\/(?:ui|404|a)(?:[/?]|$)/.test(wanted) ? wanted : '/ui/dashboard'
}
