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
