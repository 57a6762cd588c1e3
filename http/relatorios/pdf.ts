import PDFDocument from 'pdfkit'
import type { PrintedDocument } from './document'

/** Points. A4 is 595.28 × 841.89. */
const PAGE = { left: 40, right: 555, top: 40, bottom: 785, foot: 800 }
const ROW_GAP = 4

interface Column {
  readonly label: string
  readonly x: number
  readonly width: number
  readonly align?: 'right'
}

const LINES: readonly Column[] = [
  { label: 'Código', x: 40, width: 65 },
  { label: 'Descrição', x: 110, width: 205 },
  { label: 'Un.', x: 320, width: 30 },
  { label: 'Quantidade', x: 350, width: 65, align: 'right' },
  { label: 'Preço', x: 420, width: 60, align: 'right' },
  { label: 'Total', x: 485, width: 70, align: 'right' },
]
const INSTALMENTS: readonly Column[] = [
  { label: 'Parcela', x: 40, width: 50 },
  { label: 'Vencimento', x: 95, width: 80 },
  { label: 'Forma de pagamento', x: 180, width: 250 },
  { label: 'Valor', x: 435, width: 120, align: 'right' },
]

/** The standard fonts know Windows-1252: what is outside it would be drawn as other signs. */
export const drawable = (text: string) =>
  text
    .normalize('NFC')
    .replaceAll(/[^\n\u0020-\u007E\u00A0-\u00FF\u2013\u2014\u2018\u2019\u201C\u201D\u2022\u2026\u20AC]/gu, '?')

/** Draws documents into one PDF, each beginning on a page of its own, numbered through. */
export async function renderPdf(documents: readonly PrintedDocument[]): Promise<Uint8Array<ArrayBuffer>> {
  const title = documents
    .map((one) => one.title)
    .join(', ')
    .slice(0, 200)
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    info: { Title: title, Creator: 'Prumo' },
  })
  const chunks: Uint8Array[] = []
  pdf.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  const done = new Promise<void>((resolve, reject) => pdf.on('end', resolve).on('error', reject))
  for (const one of documents) drawDocument(pdf, one)
  numberPages(pdf, documents[0]?.printedAt ?? '')
  pdf.end()
  await done
  return Uint8Array.from(Buffer.concat(chunks))
}

type Pdf = InstanceType<typeof PDFDocument>

function drawDocument(pdf: Pdf, one: PrintedDocument): void {
  pdf.addPage()
  pdf.x = PAGE.left
  pdf.y = PAGE.top
  drawHead(pdf, one)
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

function drawHead(pdf: Pdf, { company, title, mark }: PrintedDocument): void {
  const top = pdf.y
  pdf.font('Helvetica-Bold').fontSize(13).text(drawable(title), 380, top, { width: 175, align: 'right' })
  if (mark)
    pdf
      .fillColor('#b00020')
      .fontSize(11)
      .text(drawable(mark), 380, pdf.y, { width: 175, align: 'right' })
      .fillColor('#111')
  const under = pdf.y
  pdf.font('Helvetica-Bold').fontSize(12).text(drawable(company.name), PAGE.left, top, { width: 330 })
  pdf.font('Helvetica').fontSize(8)
  for (const line of company.lines) pdf.text(drawable(line), PAGE.left, pdf.y + 1, { width: 330 })
  pdf.y = Math.max(pdf.y, under) + 6
  rule(pdf, 1)
  pdf.y += 6
}

function drawFact(pdf: Pdf, label: string, text: string): void {
  const [y, shown] = [pdf.y, drawable(text)]
  pdf.font('Helvetica-Bold').fontSize(8).text(drawable(label), PAGE.left, y, { width: 90 })
  pdf
    .font('Helvetica')
    .fontSize(9)
    .text(shown, 135, y, { width: PAGE.right - 135 })
  pdf.y = Math.max(pdf.y, y + 11) + 1
}

function drawTable(pdf: Pdf, columns: readonly Column[], rows: readonly (readonly string[])[]): void {
  const head = () => drawRow(pdf, columns, { cells: columns.map((one) => one.label), bold: true })
  head()
  for (const cells of rows) {
    if (room(pdf, rowHeight(pdf, columns, cells))) head()
    drawRow(pdf, columns, { cells, bold: false })
  }
  pdf.y += 8
}

function rowHeight(pdf: Pdf, columns: readonly Column[], cells: readonly string[]): number {
  pdf.font('Helvetica').fontSize(8.5)
  return (
    Math.max(...columns.map(({ width }, at) => pdf.heightOfString(drawable(cells[at] ?? '') || ' ', { width }))) +
    ROW_GAP
  )
}

function drawRow(
  pdf: Pdf,
  columns: readonly Column[],
  { cells, bold }: { readonly cells: readonly string[]; readonly bold: boolean },
): void {
  const [y, height] = [pdf.y, rowHeight(pdf, columns, cells)]
  pdf.font(bold ? 'Helvetica-Bold' : 'Helvetica').fontSize(8.5)
  for (const [at, { x, width, align = 'left' }] of columns.entries())
    pdf.text(drawable(cells[at] ?? ''), x, y, { width, align })
  pdf.y = y + height
  rule(pdf, bold ? 0.8 : 0.3)
  pdf.y += 2
}

function drawTotals(pdf: Pdf, totals: PrintedDocument['totals']): void {
  room(pdf, totals.length * 13 + 8)
  for (const [at, [label, amount]] of totals.entries()) {
    const y = pdf.y
    pdf.font(at === totals.length - 1 ? 'Helvetica-Bold' : 'Helvetica').fontSize(9.5)
    pdf.text(drawable(label), 350, y, { width: 100 }).text(amount, 455, y, { width: 100, align: 'right' })
    pdf.y = y + 13
  }
  pdf.y += 8
}

/** Goes on to a new page when so much does not fit on this one; true when it did. */
function room(pdf: Pdf, height: number): boolean {
  if (pdf.y + height <= PAGE.bottom) return false
  pdf.addPage()
  pdf.y = PAGE.top
  return true
}

function rule(pdf: Pdf, width: number): void {
  pdf.moveTo(PAGE.left, pdf.y).lineTo(PAGE.right, pdf.y).lineWidth(width).strokeColor('#888').stroke()
}

function numberPages(pdf: Pdf, printedAt: string): void {
  const { start, count } = pdf.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    pdf.switchToPage(page)
    pdf.font('Helvetica').fontSize(7.5)
    pdf.text(`Impresso em ${printedAt}`, PAGE.left, PAGE.foot, { lineBreak: false })
    pdf.text(`Página ${page - start + 1} de ${count}`, PAGE.right - 150, PAGE.foot, { width: 150, align: 'right' })
  }
}
