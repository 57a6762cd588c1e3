import type PDFDocument from 'pdfkit'
import { qrPicture } from '../../core/pix/qr'
import { othersTurn } from '../platform/others-turn'

/** What prints are drawn with: an A4 sheet, its head, facts, tables and totals, black on white. */

/** Points. A4 is 595.28 × 841.89. */
export const PAGE = { left: 40, right: 555, top: 40, bottom: 785, foot: 800 }
const ROW_GAP = 4

export interface PaperColumn {
  readonly label: string
  readonly x: number
  readonly width: number
  readonly align?: 'right'
}

/** The standard fonts know Windows-1252: what is outside it would be drawn as other signs. */
export const drawable = (text: string) =>
  text
    .normalize('NFC')
    .replaceAll(/[^\n\u0020-\u007E\u00A0-\u00FF\u2013\u2014\u2018\u2019\u201C\u201D\u2022\u2026\u20AC]/gu, '?')

export type Pdf = InstanceType<typeof PDFDocument>

/** What a sheet tells beside its own contents. */
export interface Sheet extends PaperHead {
  readonly printedAt: string
}

/** Sheets as one PDF: each is drawn by `draw`, from the top of a page of its own, and all are numbered through. Others have their turn between them. */
export async function paperPdf<S extends Sheet>(
  sheets: readonly S[],
  draw: (pdf: Pdf, sheet: S) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const { default: Document } = await import('pdfkit')
  const pdf = new Document({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    info: { Title: titleOf(sheets), Creator: 'Prumo' },
  })
  const chunks: Uint8Array[] = []
  pdf.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  const done = new Promise<void>((resolve, reject) => pdf.on('end', resolve).on('error', reject))
  for (const sheet of sheets) {
    newPage(pdf)
    drawHead(pdf, sheet)
    draw(pdf, sheet)
    await othersTurn()
  }
  numberPages(pdf, sheets[0]?.printedAt ?? '')
  pdf.end()
  await done
  return Uint8Array.from(Buffer.concat(chunks))
}

/** What a file of sheets is called, within what such a title may hold. */
export const titleOf = (sheets: readonly Sheet[]): string =>
  sheets
    .map(({ title }) => title)
    .join(', ')
    .slice(0, 200)

/** A page, begun at its top. */
function newPage(pdf: Pdf): void {
  pdf.addPage()
  pdf.x = PAGE.left
  pdf.y = PAGE.top
}

/** Whose print it is, what it is, and a mark to be seen at once. */
export interface PaperHead {
  readonly company: { readonly name: string; readonly lines: readonly string[] }
  readonly title: string
  readonly mark: string
}

function drawHead(pdf: Pdf, { company, title, mark }: PaperHead): void {
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

export function drawFact(pdf: Pdf, label: string, text: string): void {
  const [y, shown] = [pdf.y, drawable(text)]
  pdf.font('Helvetica-Bold').fontSize(8).text(drawable(label), PAGE.left, y, { width: 90 })
  pdf
    .font('Helvetica')
    .fontSize(9)
    .text(shown, 135, y, { width: PAGE.right - 135 })
  pdf.y = Math.max(pdf.y, y + 11) + 1
}

/** Rows under a heading that each page repeats. `tall` is the least height of a row, where something is written by hand. */
export function drawTable(
  pdf: Pdf,
  columns: readonly PaperColumn[],
  rows: readonly (readonly string[])[],
  tall = 0,
): void {
  const head = () => drawRow(pdf, columns, { cells: columns.map((one) => one.label), bold: true, tall: 0 })
  head()
  for (const cells of rows) {
    if (room(pdf, Math.max(tall, rowHeight(pdf, columns, cells)))) head()
    drawRow(pdf, columns, { cells, bold: false, tall })
  }
  pdf.y += 8
}

function rowHeight(pdf: Pdf, columns: readonly PaperColumn[], cells: readonly string[]): number {
  pdf.font('Helvetica').fontSize(8.5)
  return (
    Math.max(...columns.map(({ width }, at) => pdf.heightOfString(drawable(cells[at] ?? '') || ' ', { width }))) +
    ROW_GAP
  )
}

function drawRow(
  pdf: Pdf,
  columns: readonly PaperColumn[],
  { cells, bold, tall }: { readonly cells: readonly string[]; readonly bold: boolean; readonly tall: number },
): void {
  const [y, height] = [pdf.y, Math.max(tall, rowHeight(pdf, columns, cells))]
  pdf.font(bold ? 'Helvetica-Bold' : 'Helvetica').fontSize(8.5)
  for (const [at, { x, width, align = 'left' }] of columns.entries())
    pdf.text(drawable(cells[at] ?? ''), x, y, { width, align })
  pdf.y = y + height
  rule(pdf, bold ? 0.8 : 0.3)
  pdf.y += 2
}

export function drawTotals(pdf: Pdf, totals: readonly (readonly [string, string])[]): void {
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
export function room(pdf: Pdf, height: number): boolean {
  if (pdf.y + height <= PAGE.bottom) return false
  pdf.addPage()
  pdf.y = PAGE.top
  return true
}

/** Points: a side of a QR code, some 3 cm, and the room around it. */
export const CODE = { side: 86, gap: 10 }

/** A QR code at the left, where there is room for it; what follows begins under it. */
export function drawQr(pdf: Pdf, text: string): void {
  room(pdf, CODE.side + CODE.gap)
  const { size, path } = qrPicture(text)
  const top = pdf.y
  pdf
    .save()
    .translate(PAGE.left, top)
    .scale(CODE.side / size)
    .path(path)
    .fill('#000')
    .restore()
  pdf.fillColor('#111')
  pdf.y = top + CODE.side + CODE.gap
}

export function rule(pdf: Pdf, width: number): void {
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
