/** What this tab keeps over a reload, and not beyond itself. Never throws: private windows and full disks count as empty. */
export function readTab(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(`prumo.${key}`) ?? 'null')
  } catch {
    return null
  }
}

export function writeTab(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(`prumo.${key}`, JSON.stringify(value))
  } catch {
    // Nothing depends on it: it just lasts for this page.
  }
}

/** A random UUID. Also on plain HTTP in a local network, where browsers have no `randomUUID`. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const digits = [...bytes].map((byte, at) => (at === 6 ? (byte & 15) | 64 : at === 8 ? (byte & 63) | 128 : byte))
  const text = digits.map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return text.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
