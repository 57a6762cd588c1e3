/** Browser storage that never throws: private windows and full disks count as empty. */
export function readStored(key: string): unknown {
  try {
    const text = localStorage.getItem(`prumo.${key}`)
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}

export function writeStored(key: string, value: unknown): void {
  try {
    if (value === null || value === undefined) localStorage.removeItem(`prumo.${key}`)
    else localStorage.setItem(`prumo.${key}`, JSON.stringify(value))
  } catch {
    // Nothing depends on it: the setting just lasts for this page.
  }
}
