import { post } from '../../app/api'
import { isRecord, textOf, type Row } from '../../ui/row'

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

/** Opens the labels of an item's volumes, all of them or one, to be printed. What is printed is counted. */
export async function openLabels(item: Row['id'], label: Row['id'] | undefined): Promise<void> {
  const body = { formato: 'pdf', ...(label === undefined ? {} : { etiqueta_id: label }) }
  openFile(await post(`entrada_mercadoria/${textOf(item)}/getprintfilerastreio`, body))
}
