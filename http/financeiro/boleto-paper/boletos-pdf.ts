import type { BoletoForm, BoletoPaper } from '../../../core/banking/paper/boleto-paper'
import type { Mark } from '../../../core/banking/paper/marks'
import { boletoPages } from '../../../core/banking/paper/pages'
import { inTurns } from '../../platform/others-turn'
import { Pen } from '../../relatorios/pen'
import { drawMarks } from './draw'

/** What comes of a PDF is given on in parts of so many bytes at least. */
const PART_BYTES = 65_536

/**
 * Writes boletos as one PDF, part by part as its pages are drawn: however many there are, no more than a page and a part is held. Others have their turn
 * between pages. Throws what `boletoTexts` throws, when it comes to the paper that is wrong.
 */
export const writeBoletos = (
  papers: Iterable<BoletoPaper>,
  { forma }: { readonly forma: BoletoForm },
  write: (part: Uint8Array) => void,
): Promise<void> => writePages(boletoPages(papers, forma), 'Boletos', write)

/** Writes pages of A4 as one PDF, part by part as they are drawn. */
export async function writePages(
  pages: Iterable<readonly Mark[]>,
  Title: string,
  write: (part: Uint8Array) => void,
): Promise<void> {
  const { default: Document } = await import('pdfkit')
  const pdf = new Document({ margin: 0, autoFirstPage: false, info: { Title, Creator: 'Prumo' } })
  const parts = gatherer(write)
  pdf.on('data', parts.add)
  const done = new Promise<void>((resolve, reject) => pdf.on('end', resolve).on('error', reject))
  const [pen, othersTurn] = [new Pen(pdf), inTurns()]
  for (const page of pages) {
    pdf.addPage({ size: 'A4', margin: 0 })
    drawMarks(pen, page)
    await othersTurn()
  }
  pdf.end()
  await done
  parts.end()
}

/** Bytes of several parts, one after another. */
export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Makes few large parts of many small ones. */
function gatherer(write: (part: Uint8Array) => void): {
  readonly add: (part: Uint8Array) => void
  readonly end: () => void
} {
  let [kept, bytes]: [Uint8Array[], number] = [[], 0]
  const end = (): void => {
    if (bytes > 0) write(joined(kept))
    ;[kept, bytes] = [[], 0]
  }
  const add = (part: Uint8Array): void => {
    kept.push(part)
    bytes += part.length
    if (bytes >= PART_BYTES) end()
  }
  return { add, end }
}
