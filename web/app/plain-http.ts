/**
 * What browsers keep from pages on plain HTTP, which is how an office reaches a server on its own network (http://192.168…): random ids and the clipboard.
 */

/** A random id of the shape that `crypto.randomUUID` gives. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const digits = [...bytes].map((byte, at) => (at === 6 ? (byte & 15) | 64 : at === 8 ? (byte & 63) | 128 : byte))
  const text = digits.map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return text.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** Gives the page `crypto.randomUUID` where the browser keeps it back. Called before anything is drawn. */
export function fillIn(): void {
  if (!('randomUUID' in crypto)) Object.defineProperty(crypto, 'randomUUID', { value: newKey })
}

/** Puts a text on the clipboard. Throws when the browser does not let it. */
export async function copyText(text: string): Promise<void> {
  if (isSecureContext) return navigator.clipboard.writeText(text)
  const give = (event: ClipboardEvent): void => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
  }
  document.addEventListener('copy', give, { once: true })
  const done = document.execCommand('copy')
  document.removeEventListener('copy', give)
  if (!done) throw new Error('The browser does not let the page copy.')
}
