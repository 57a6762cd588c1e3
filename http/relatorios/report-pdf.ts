import type PDFDocument from 'pdfkit'
import type { Ctx } from '../platform/context'
import { othersTurn } from '../platform/others-turn'
import type { Row } from '../platform/resource'
import { cellText, isNumeric, Totals } from './cells'
import { cutOff, type Heading } from './outputs'
import { drawable } from './paper'
import type { CellKind, Report, ReportColumn, ReportValues } from './report'
import { eachBatch } from '../platform/stream'

export const PDF_LIMIT = 5_000

const A4 = { width: 595.28, height: 841.89 }
const EDGE = 36
const ROW = 13
const SIZE = 8
const GAP = 6
/** Usual shares of the page's width. */
const WIDTHS: Partial<Record<CellKind, number>> = { text: 2.4, code: 1, taxid: 1.5, phone: 1.2 }

type Pdf = InstanceType<typeof PDFDocument>

interface Place {
  readonly column: ReportColumn
  readonly x: number
  readonly width: number
}

export interface PdfOptions {
  readonly landscape: boolean
  readonly simple: boolean
  readonly heading: Heading
}

/** Draws a report as PDF; pauses between pages, so that other calls are answered meanwhile. */
export async function reportPdf(
  ctx: Ctx,
  report: Report,
  values: ReportValues,
  options: PdfOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const { default: Document } = await import('pdfkit')
  const pdf = new Document({
    size: 'A4',
    layout: options.landscape ? 'landscape' : 'portrait',
    margin: 0,
    bufferPages: true,
    info: { Title: report.title, Creator: 'Prumo' },
  })
  const chunks: Uint8Array[] = []
  pdf.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  const done = new Promise<void>((resolve, reject) => pdf.on('end', resolve).on('error', reject))
  const sheet = new Sheet(pdf, report, options)
  sheet.heading()
  const totals = new Totals(report.columns)
  const { more } = await eachBatch(ctx, await report.query(ctx, values), PDF_LIMIT, async (rows) => {
    totals.add(rows)
    await sheet.rows(rows)
    return true
  })
  sheet.close(more ? undefined : (options.heading.foot ?? totals.cells), more)
  pdf.end()
  await done
  return Uint8Array.from(Buffer.concat(chunks))
}

class Sheet {
  readonly #places: readonly Place[]
  readonly #right: number
  readonly #bottom: number
  #any = false

  constructor(
    readonly pdf: Pdf,
    readonly report: Report,
    readonly options: PdfOptions,
  ) {
    const [width, height] = options.landscape ? [A4.height, A4.width] : [A4.width, A4.height]
    this.#right = width - EDGE
    this.#bottom = height - EDGE - ROW
    this.#places = placesOf(report.columns, EDGE, this.#right)
  }

  heading(): void {
    const { pdf, options, report } = this
    pdf.font('Helvetica-Bold').fontSize(13).text(drawable(report.title), EDGE, EDGE)
    if (!options.simple) {
      const { company, filters, printedAt } = options.heading
      const width = this.#right - EDGE
      pdf.font('Helvetica').fontSize(SIZE).fillColor('#555')
      pdf.text(drawable(`${company} · ${printedAt}`), EDGE, pdf.y + 2, { width })
      const set = filters.map(([label, text]) => `${label}: ${text}`).join('   ')
      if (set !== '') pdf.text(drawable(set), EDGE, pdf.y + 2, { width })
      pdf.fillColor('#111')
    }
    pdf.y += GAP
    this.#columns()
  }

  async rows(rows: readonly Row[]): Promise<void> {
    for (const row of rows) {
      this.#any = true
      if (this.#room()) await othersTurn()
      this.#line(
        this.#places.map(({ column }) => cellText(column, row)),
        'Helvetica',
      )
    }
  }

  close(sums: readonly string[] | undefined, more: boolean): void {
    const { pdf } = this
    this.#room()
    if (sums !== undefined && this.#any) this.#line(sums, 'Helvetica-Bold')
    if (!this.#any || more)
      pdf.text(more ? cutOff(PDF_LIMIT) : 'Nenhum registro encontrado.', EDGE, pdf.y + GAP, { lineBreak: false })
    const { start, count } = pdf.bufferedPageRange()
    pdf.font('Helvetica').fontSize(7)
    for (let page = start; page < start + count; page++) {
      pdf.switchToPage(page)
      const text = `Página ${page - start + 1} de ${count}`
      pdf.text(text, this.#right - pdf.widthOfString(text), this.#bottom + ROW, { lineBreak: false })
    }
  }

  #columns(): void {
    this.#line(
      this.#places.map(({ column }) => column.label),
      'Helvetica-Bold',
    )
  }

  /** Goes on to a new page where the next line does not fit; true when it did. */
  #room(): boolean {
    if (this.pdf.y + ROW <= this.#bottom) return false
    this.pdf.addPage()
    this.pdf.y = EDGE
    this.#columns()
    return true
  }

  #line(cells: readonly string[], font: string): void {
    const { pdf } = this
    const { y } = pdf
    pdf.font(font).fontSize(SIZE)
    for (const [at, { column, x, width }] of this.#places.entries()) {
      const text = fitting(pdf, drawable(cells[at] ?? ''), width)
      const from = isNumeric(column) ? x + width - pdf.widthOfString(text) : x
      if (text !== '') pdf.text(text, from, y, { lineBreak: false })
    }
    const under = y + ROW - 3
    pdf.moveTo(EDGE, under).lineTo(this.#right, under).lineWidth(0.3).strokeColor('#bbb').stroke()
    pdf.y = y + ROW
  }
}

function placesOf(columns: readonly ReportColumn[], left: number, right: number): readonly Place[] {
  const share = ({ width, kind }: ReportColumn): number => width ?? WIDTHS[kind] ?? 1
  const whole = columns.reduce((all, column) => all + share(column), 0)
  const unit = (right - left) / whole
  let x = left
  return columns.map((column) => {
    const place = { column, x, width: share(column) * unit - GAP }
    x += share(column) * unit
    return place
  })
}

/** As much of a text as fits on one line. */
function fitting(pdf: Pdf, text: string, width: number): string {
  if (pdf.widthOfString(text) <= width) return text
  let kept = text.slice(0, Math.max(1, Math.floor((text.length * width) / pdf.widthOfString(text))))
  while (kept.length > 1 && pdf.widthOfString(`${kept}…`) > width) kept = kept.slice(0, -1)
  return `${kept.trimEnd()}…`
}
