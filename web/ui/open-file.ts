import { address, init, readError } from '../app/api'
import { isRecord, textOf } from './row'

/** So long the window has to read it. */
const READ_MS = 60_000

/** Opens a PDF in a window of its own. */
function openPdf(file: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.target = '_blank'
  link.rel = 'noopener'
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), READ_MS)
}

/** Opens a PDF that came as the print agent takes it, in a window of its own. */
export function openFile(answer: unknown): void {
  const bytes = Uint8Array.from(atob(textOf(isRecord(answer) ? answer.contents : '')), (sign) => sign.charCodeAt(0))
  openPdf(new Blob([bytes], { type: 'application/pdf' }))
}

/** Opens the PDF that a verb answers, in a window of its own: what is asked for may be more than an address holds. Throws ApiError. */
export async function openAnswer(path: string, body: object): Promise<void> {
  openPdf(await answeredFile(address(path, {}), init('POST', { body })))
}

/** The file that a call answers. Throws ApiError. */
export async function answeredFile(path: string, request: RequestInit): Promise<Blob> {
  const response = await fetch(path, request)
  if (!response.ok) throw readError(response.status, await response.json().catch(() => null))
  return response.blob()
}
