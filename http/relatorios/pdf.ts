import type { PrintedDocument } from './document'
import {
  CODE,
  drawable,
  drawFact,
  drawQr,
  drawTable,
  drawTotals,
  PAGE,
  type PaperColumn,
  paperPdf,
  type Pdf,
  room,
} from './paper'

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
  for (const due of one.instalments) drawCode(pdf, due)
  if (one.notes === '') return
  pdf.font('Helvetica').fontSize(9)
  for (const paragraph of drawable(one.notes).split('\n')) {
    room(pdf, pdf.heightOfString(paragraph || ' ', { width: PAGE.right - PAGE.left }))
    pdf.text(paragraph || ' ', PAGE.left, pdf.y, { width: PAGE.right - PAGE.left })
  }
}

/** The Pix code of an instalment, drawn, and beside it in words. */
function drawCode(pdf: Pdf, { n, due, amount, pix }: PrintedDocument['instalments'][number]): void {
  if (pix === null) return
  drawQr(pdf, pix)
  const [top, x] = [pdf.y - CODE.side - CODE.gap, PAGE.left + CODE.side + CODE.gap]
  const width = PAGE.right - x
  pdf
    .fillColor('#111')
    .font('Helvetica-Bold')
    .fontSize(9)
    .text(`Pix da parcela ${n}`, x, top + CODE.gap, { width })
  pdf.font('Helvetica').text(drawable(`${amount} · vence em ${due}`), x, pdf.y + 2, { width })
  pdf.fontSize(7).text(pix, x, pdf.y + 4, { width })
  pdf.y = top + CODE.side + CODE.gap
}
