import { escapeHtml as safe } from '../platform/html'
import { qrSvg } from '../platform/qr-svg'
import type { ShownLine } from '../../core/quotes/revision'
import type { PrintedDocument } from './document'
import { titleOf } from './paper'

const STYLE = `
:root { color-scheme: light }
@page { size: A4; margin: 14mm }
body { font: 10pt/1.35 system-ui, sans-serif; color: #111; background: #fff; margin: 0 auto; max-width: 190mm }
article { break-after: page } article:last-child { break-after: auto }
header { display: flex; justify-content: space-between; border-bottom: 1.5pt solid #111; padding-bottom: 3mm }
h1 { font-size: 13pt; margin: 0 } h2 { font-size: 12pt; margin: 0; text-align: right }
.mark { color: #b00020 } small, dt { color: #555 } dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 4mm; margin: 3mm 0 } dd { margin: 0 }
table { width: 100%; border-collapse: collapse; margin: 3mm 0 } thead { display: table-header-group } tr { break-inside: avoid }
th, td { text-align: left; padding: 1mm 1.5mm; border-bottom: .4pt solid #bbb } th { font-weight: 600 }
.n { text-align: right; font-variant-numeric: tabular-nums } .totals { width: auto; margin-left: auto } .totals tr:last-child { font-weight: 700 }
.notes { white-space: pre-wrap }
.pix { display: flex; gap: 4mm; align-items: center; break-inside: avoid; margin: 3mm 0 } .qr { flex: none; width: 30mm; height: 30mm } .pix code { font-size: 7pt; overflow-wrap: anywhere }`

/** Documents as one page to print, each on sheets of its own. */
export function renderHtml(documents: readonly PrintedDocument[]): string {
  return `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><title>${safe(titleOf(documents))}</title><style>${STYLE}</style></head><body>${documents.map(article).join('')}</body></html>`
}

function article(one: PrintedDocument): string {
  const facts = one.facts.map(([label, text]) => `<dt>${safe(label)}</dt><dd>${safe(text)}</dd>`).join('')
  const totals = one.totals
    .map(([label, text]) => `<tr><td>${safe(label)}</td><td class="n">${safe(text)}</td></tr>`)
    .join('')
  return `<article><header><div><h1>${safe(one.company.name)}</h1>${one.company.lines.map((line) => `<div><small>${safe(line)}</small></div>`).join('')}</div>
<div><h2>${safe(one.title)}</h2><div class="mark n">${safe(one.mark)}</div><div class="n"><small>Impresso em ${safe(one.printedAt)}</small></div></div></header>
<dl>${facts}</dl>
<table><thead><tr><th>Código</th><th>Descrição</th><th>Un.</th><th class="n">Quantidade</th><th class="n">Preço</th><th class="n">Total</th></tr></thead><tbody>${one.lines.map(row).join('')}</tbody></table>
<table class="totals"><tbody>${totals}</tbody></table>${instalments(one)}${one.notes === '' ? '' : `<p class="notes">${safe(one.notes)}</p>`}</article>`
}

function row(line: ShownLine): string {
  return `<tr><td>${safe(line.code)}</td><td>${safe(line.description)}</td><td>${safe(line.unit)}</td><td class="n">${line.quantity}</td><td class="n">${line.price}</td><td class="n">${line.total}</td></tr>`
}

function instalments({ instalments: list }: PrintedDocument): string {
  if (list.length === 0) return ''
  const rows = list.map(
    ({ n, due, method, amount }) =>
      `<tr><td>${n}</td><td>${due}</td><td>${safe(method)}</td><td class="n">${amount}</td></tr>`,
  )
  return `<table><thead><tr><th>Parcela</th><th>Vencimento</th><th>Forma de pagamento</th><th class="n">Valor</th></tr></thead><tbody>${rows.join('')}</tbody></table>${list.map(code).join('')}`
}

/** The Pix code of an instalment, drawn and in words. */
function code({ n, due, amount, pix }: PrintedDocument['instalments'][number]): string {
  if (pix === null) return ''
  return `<div class="pix">${qrSvg(pix, `QR code Pix da parcela ${n}`)}<div><b>Pix da parcela ${n}</b><br>${amount} · vence em ${due}<br><code>${safe(pix)}</code></div></div>`
}
