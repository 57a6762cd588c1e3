import type { PrintedDocument } from './document'
import { drawable, drawFact, drawTable, drawTotals, PAGE, type PaperColumn, paperPdf, type Pdf, room } from './paper'

const LINES: readonly PaperColumn[] = [
  { label: 'Código', x: 40, width: 65 },
  { label: 'Descrição', x: 110, width: 205 },
  { label: 'Un.', x: 320, width: 30 },
  { label: 'Quantidade', x: 350, width: 65, align: 'right' },
  { label: 'Preço', x: 420, width: 60, align: 'right' },
  { label: 'Total', x: 485, width: 70, align: 'right' },
]
const INSTALMENTS: readonly PaperColumn[] = [
  { label: 'Parcela', x: 40, width: 50 },
  { label: 'Vencimento', x: 95, width: 80 },
  { label: 'Forma de pagamento', x: 180, width: 250 },
  { label: 'Valor', x: 435, width: 120, align: 'right' },
]

/** Draws documents into one PDF, each beginning on a page of its own, numbered through. */
export function renderPdf(documents: readonly PrintedDocument[]): Promise<Uint8Array<ArrayBuffer>> {
  return paperPdf(documents, drawDocument)
}

function drawDocument(pdf: Pdf, one: PrintedDocument): void {
  for (const [label, text] of one.facts) drawFact(pdf, label, text)
  pdf.y += 8
  drawTable(
    pdf,
    LINES,
    one.lines.map(({ code, description, unit, quantity, price, total }) => [
      code,
      description,
      unit,
      quantity,
      price,
      total,
    ]),
  )
  drawTotals(pdf, one.totals)
  if (one.instalments.length > 0)
    drawTable(
      pdf,
      INSTALMENTS,
      one.instalments.map(({ n, due, method, amount }) => [n, due, method, amount]),
    )
  if (one.notes === '') return
  pdf.font('Helvetica').fontSize(9)
  for (const paragraph of drawable(one.notes).split('\n')) {
    room(pdf, pdf.heightOfString(paragraph || ' ', { width: PAGE.right - PAGE.left }))
    pdf.text(paragraph || ' ', PAGE.left, pdf.y, { width: PAGE.right - PAGE.left })
  }
}
