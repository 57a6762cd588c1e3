import { escapeHtml as safe } from '../../platform/html'
import {
  drawable,
  drawFact,
  drawTable,
  drawTotals,
  PAGE,
  type PaperColumn,
  paperPdf,
  type Pdf,
  room,
  titleOf,
} from '../../relatorios/paper'
import type { RouteSheet, SheetStop } from './route-sheet'

const STOPS: readonly PaperColumn[] = [
  { label: 'Nº', x: 40, width: 18 },
  { label: 'Chega', x: 60, width: 36 },
  { label: 'Cliente e endereço', x: 98, width: 214 },
  { label: 'Recebe', x: 318, width: 62 },
  { label: 'Vol.', x: 382, width: 26, align: 'right' },
  { label: 'Kg', x: 410, width: 44, align: 'right' },
  { label: 'Recebido por', x: 462, width: 93 },
]
/** Room to sign, and where. */
const TALL = 34
const SIGN_HERE = `\n\n${'_'.repeat(18)}`

const cellsOf = (stop: SheetStop): string[] => [
  stop.number,
  stop.arrival,
  [`${stop.customer} (venda ${stop.sale})`, ...stop.where].join('\n'),
  stop.windows,
  stop.volumes,
  stop.kg,
  stop.told || SIGN_HERE,
]

/** Routes into one PDF, each beginning on a page of its own. */
export function routesPdf(sheets: readonly RouteSheet[]): Promise<Uint8Array<ArrayBuffer>> {
  return paperPdf(sheets, drawSheet)
}

function drawSheet(pdf: Pdf, sheet: RouteSheet): void {
  for (const [label, shown] of sheet.facts) drawFact(pdf, label, shown)
  pdf.y += 8
  drawTable(pdf, STOPS, sheet.stops.map(cellsOf), TALL)
  drawTotals(pdf, sheet.totals)
  if (sheet.notes !== '') drawNotes(pdf, sheet.notes)
  drawSignatures(pdf)
}

function drawNotes(pdf: Pdf, notes: string): void {
  const width = PAGE.right - PAGE.left
  pdf.font('Helvetica').fontSize(9)
  for (const paragraph of drawable(notes).split('\n')) {
    room(pdf, pdf.heightOfString(paragraph || ' ', { width }))
    pdf.text(paragraph || ' ', PAGE.left, pdf.y, { width })
  }
}

const SIGNERS = ['Conferido na saída por', 'Motorista'] as const
const HALF = (PAGE.right - PAGE.left) / SIGNERS.length

/** Who sends it and who takes it. */
function drawSignatures(pdf: Pdf): void {
  room(pdf, 60)
  const y = pdf.y + 40
  pdf.font('Helvetica').fontSize(8)
  for (const [at, signer] of SIGNERS.entries()) {
    const x = PAGE.left + at * HALF
    pdf
      .moveTo(x, y)
      .lineTo(x + HALF - 30, y)
      .lineWidth(0.5)
      .strokeColor('#111')
      .stroke()
    pdf.text(signer, x, y + 4, { lineBreak: false })
  }
  pdf.y = y + 16
}

const STYLE = `
:root { color-scheme: light }
@page { size: A4; margin: 12mm }
body { font: 9.5pt/1.35 system-ui, sans-serif; color: #111; background: #fff; margin: 0 auto; max-width: 190mm }
article { break-after: page; padding: 4mm 0 } article:last-child { break-after: auto }
header { display: flex; justify-content: space-between; gap: 8mm; border-bottom: 1.5pt solid #111; padding-bottom: 2mm }
h1 { font-size: 13pt; margin: 0 } h2 { font-size: 13pt; margin: 0; text-align: right } .mark { color: #b00020; font-weight: 700 } small, dt { color: #555 }
dl { display: flex; flex-wrap: wrap; gap: 1mm 6mm; margin: 3mm 0 } dl div { display: flex; gap: 1.5mm } dd { margin: 0; font-weight: 600 }
table { width: 100%; border-collapse: collapse } thead { display: table-header-group } tr { break-inside: avoid }
th, td { text-align: left; padding: 1.2mm 1.5mm; border-bottom: .4pt solid #999; vertical-align: top } th { border-bottom: 1pt solid #111; font-size: 8.5pt }
.n { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums } .sign { width: 38mm; height: 13mm; vertical-align: bottom } .sign i { display: block; border-bottom: .6pt solid #111 }
footer { display: flex; gap: 12mm; margin-top: 16mm; break-inside: avoid } footer span { flex: 1; border-top: .6pt solid #111; padding-top: 1mm; font-size: 8.5pt } .notes { white-space: pre-wrap }`

/** Routes as one page to print, each on sheets of its own. */
export function routesHtml(sheets: readonly RouteSheet[]): string {
  return `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${safe(titleOf(sheets))}</title><style>${STYLE}</style></head><body>${sheets.map(article).join('')}</body></html>`
}

const pairs = (list: RouteSheet['facts']): string =>
  `<dl>${list.map(([label, shown]) => `<div><dt>${safe(label)}</dt><dd>${safe(shown)}</dd></div>`).join('')}</dl>`

function article(one: RouteSheet): string {
  const head = STOPS.map(({ label, align }) => `<th${align ? ' class="n"' : ''}>${safe(label)}</th>`).join('')
  return `<article><header><div><h1>${safe(one.company.name)}</h1>${one.company.lines.map((line) => `<div><small>${safe(line)}</small></div>`).join('')}</div>
<div><h2>${safe(one.title)}</h2><div class="mark n">${safe(one.mark)}</div><div class="n"><small>Impresso em ${safe(one.printedAt)}</small></div></div></header>
${pairs(one.facts)}<table><thead><tr>${head}</tr></thead><tbody>${one.stops.map(row).join('')}</tbody></table>${pairs(one.totals)}${one.notes === '' ? '' : `<p class="notes">${safe(one.notes)}</p>`}
<footer>${SIGNERS.map((signer) => `<span>${signer}</span>`).join('')}</footer></article>`
}

function row(stop: SheetStop): string {
  const sign = stop.told === '' ? '<td class="sign"><i></i></td>' : `<td>${safe(stop.told)}</td>`
  const where = stop.where.map((line) => `<div>${safe(line)}</div>`).join('')
  return `<tr><td class="n">${safe(stop.number)}</td><td class="n">${safe(stop.arrival)}</td><td><b>${safe(stop.customer)}</b> <small>venda ${safe(stop.sale)}</small>${where}</td><td>${safe(stop.windows)}</td><td class="n">${safe(stop.volumes)}</td><td class="n">${safe(stop.kg)}</td>${sign}</tr>`
}
