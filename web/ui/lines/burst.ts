const LEAST = 6
/** Keys that come sooner than this are a scanner's. */
export const GAP_MS = 35

/** Tells a scanner's keys from a person's: at least six characters, each less than 35 ms after the one before, ended by Enter or Tab. */
export class Burst {
  private text = ''
  private last = 0

  /** Takes note of a key pressed at a time in ms; the code when it ends one, else null. */
  key(key: string, at: number): string | null {
    if (key === 'Shift') return null
    if (key.length === 1) {
      this.text = at - this.last < GAP_MS ? this.text + key : key
      this.last = at
      return null
    }
    const code = (key === 'Enter' || key === 'Tab') && this.text.length >= LEAST ? this.text : null
    this.text = ''
    return code
  }
}
