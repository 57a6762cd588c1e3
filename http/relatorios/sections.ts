import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../platform/context'
import { shownTime } from '../platform/shown-time'
import { intArray } from '../platform/engine/query'
import { escapeHtml as safe } from '../platform/html'
import { qrSvg } from '../platform/qr-svg'
import type { Row } from '../platform/resource'
import { barsSvg, drawBars } from './bars'
import { contact, text } from './document'
import { drawFact, drawQr, drawTable, PAGE, type PaperColumn, paperPdf, type Pdf, room, type Sheet } from './paper'

/** Sheets of several tables, each under a heading of its own: what people carry through a warehouse, to tick off or to write on. */
export interface SectionSheet extends Sheet {
  /** Read by a scanner at the top: bars, or a QR code with its text beside. */
  readonly bars?: string | undefined
  readonly qr?: { readonly text: string; readonly label: string } | undefined
  /** Label and text. */
  readonly facts: readonly (readonly [string, string])[]
  readonly columns: readonly PaperColumn[]
  readonly sections: readonly Section[]
  /** The least height of a row, where something is written by hand. Points. */
  readonly tall?: number
}

interface Section {
  /** What it is called, and of what: `Local`, `A-01`. None where there is one table. */
  readonly heading?: readonly [label: string, text: string]
  readonly notes?: string
  readonly lines: readonly (readonly string[])[]
}

const BARS = { width: 200, height: 34, gap: 8 }

/** The sheets as one PDF. */
export const sectionsPdf = (sheets: readonly SectionSheet[]): Promise<Uint8Array<ArrayBuffer>> => paperPdf(sheets, draw)

function draw(pdf: Pdf, { bars, qr, facts, columns, sections, tall = 0 }: SectionSheet): void {
  if (bars !== undefined) {
    drawBars(pdf, bars, { x: PAGE.left, y: pdf.y, width: BARS.width, height: BARS.height })
    pdf.fillColor('#111').font('Helvetica').fontSize(9)
    pdf.text(bars, PAGE.left, pdf.y + BARS.height + 2, { width: BARS.width, align: 'center' })
    pdf.y += BARS.gap
  }
  if (qr !== undefined) {
    drawQr(pdf, qr.text)
    drawFact(pdf, qr.label, qr.text)
  }
  for (const [label, shown] of facts) drawFact(pdf, label, shown)
  for (const { heading, notes, lines } of sections) {
    pdf.y += 6
    room(pdf, 40)
    if (heading) drawFact(pdf, heading[0], heading[1])
    if (notes) drawFact(pdf, 'Observações', notes)
    drawTable(pdf, columns, lines, tall)
  }
}

const STYLE = `
:root { color-scheme: light }
@page { size: A4; margin: 12mm }
body { font: 9.5pt/1.35 system-ui, sans-serif; color: #111; background: #fff; margin: 0 auto; max-width: 190mm }
article { break-after: page } article:last-child { break-after: auto }
header { display: flex; justify-content: space-between; gap: 8mm; border-bottom: 1.5pt solid #111; padding-bottom: 2mm }
h1, h2 { font-size: 13pt; margin: 0 } h3 { margin: 5mm 0 1mm; break-after: avoid } small { color: #555 } .mark { color: #b00020; font-weight: 700 }
table { width: 100%; border-collapse: collapse } thead { display: table-header-group } tr { break-inside: avoid }
th, td { text-align: left; padding: 1.2mm 1.5mm; border-bottom: .4pt solid #999 } .n { text-align: right; white-space: nowrap }
.qr { width: 30mm; height: 30mm } .bars { width: 70mm; height: 12mm; display: block }`

function article({ columns, ...sheet }: SectionSheet): string {
  const mark = (at: number): string => (columns[at]?.align === undefined ? '' : ' class="n"')
  const head = columns.map(({ label }, at) => `<th${mark(at)}>${safe(label)}</th>`).join('')
  const row = (cells: readonly string[]): string =>
    `<tr>${cells.map((cell, at) => `<td${mark(at)}>${safe(cell)}</td>`).join('')}</tr>`
  const fact = ([label, shown]: readonly [string, string]): string => `<p><b>${safe(label)}</b> ${safe(shown)}</p>`
  const code = [
    ...(sheet.bars === undefined
      ? []
      : [`${barsSvg(sheet.bars, 'Código de barras')}<small>${safe(sheet.bars)}</small>`]),
    ...(sheet.qr === undefined ? [] : [`<p>${qrSvg(sheet.qr.text, 'QR code')}<br>${safe(sheet.qr.text)}</p>`]),
  ]
  const sections = sheet.sections.map(
    ({ heading, notes, lines }) =>
      `${heading ? `<h3>${safe(heading.join(' '))}</h3>` : ''}${notes ? fact(['Observações', notes]) : ''}<table><thead><tr>${head}</tr></thead><tbody>${lines.map(row).join('')}</tbody></table>`,
  )
  return `<article><header><div><h1>${safe(sheet.company.name)}</h1>${sheet.company.lines.map((line) => `<div><small>${safe(line)}</small></div>`).join('')}</div>
<div><h2>${safe(sheet.title)}</h2><div class="mark">${safe(sheet.mark)}</div><small>Impresso em ${safe(sheet.printedAt)}</small></div></header>${code.join('')}${sheet.facts.map(fact).join('')}${sections.join('')}</article>`
}

/** The sheets as one page to print. */
export const sectionsHtml = (title: string, sheets: readonly SectionSheet[]): string =>
  `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><title>${safe(title)}</title><style>${STYLE}</style></head><body>${sheets.map(article).join('')}</body></html>`

/** What every sheet of these companies says of them, by their number, and when it was printed. */
export async function headOfSheets(ctx: Ctx, companies: readonly number[]) {
  const rows = await rowsOf(
    ctx,
    sql`select e.*, m."xMun" from empresa e left join municipio m on m.id = e."cMun" where e.id = any (${intArray(companies)}::int[])`,
  )
  const byNumber = new Map<number, Row>(rows.map((row) => [Number(row.id), row]))
  const printedAt = shownTime(ctx, ctx.clock.now())
  return (empresa_id: number) => {
    const own = byNumber.get(empresa_id) ?? {}
    return { company: { name: text(own.xNome), lines: contact(own, text(own.xMun)) }, printedAt }
  }
}
