import { isRecord, textOf } from './row'

/** So long the window has to read it. */
const READ_MS = 60_000

/** Opens a PDF that came as the print agent takes it, in a window of its own. */
export function openFile(answer: unknown): void {
  const bytes = Uint8Array.from(atob(textOf(isRecord(answer) ? answer.contents : '')), (sign) => sign.charCodeAt(0))
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }))
  link.target = '_blank'
  link.rel = 'noopener'
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), READ_MS)
}
