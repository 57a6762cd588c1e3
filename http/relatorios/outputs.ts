import { guarded } from '../../core/tabular/guard'
import { CSV_START, csvLine as line } from '../platform/export/csv'
import { escapeHtml as safe } from '../platform/html'
import { cellText, isNumeric, Totals } from './cells'
import type { Report } from './report'
import type { Row } from '../platform/resource'
import type { Writing } from '../platform/stream'

/** What stands over the rows: whose report, of what, when. */
export interface Heading {
  readonly company: string
  /** Label and text of each filter that was set. */
  readonly filters: readonly (readonly [string, string])[]
  readonly printedAt: string
  /** The last line, where it is known beforehand. */
  readonly foot?: readonly string[] | undefined
}

export const CSV_LIMIT = 1_000_000
export const HTML_LIMIT = 20_000

export const cutOff = (limit: number): string =>
  `Só as primeiras ${limit.toLocaleString('pt-BR')} linhas: use um filtro mais preciso.`

/** Semicolons, decimal comma and a byte-order mark, as Brazilian spreadsheets open it; numbers without thousands points. */
export function csvOf({ columns, query }: Report, values: Parameters<Report['query']>[1]): Writing {
  return {
    query: (ctx) => query(ctx, values),
    limit: CSV_LIMIT,
    head: () => `${CSV_START}${line(columns.map(({ label }) => guarded(label)))}`,
    rows: (rows) =>
      rows
        .map((row) =>
          line(
            columns.map((column) => {
              const text = cellText(column, row)
              return isNumeric(column) ? text.replaceAll('.', '') : guarded(text)
            }),
          ),
        )
        .join(''),
    foot: (more) => (more ? line([cutOff(CSV_LIMIT)]) : ''),
  }
}

const STYLE = (landscape: boolean) => `
@page { size: A4 ${landscape ? 'landscape' : 'portrait'}; margin: 12mm }
:root { color-scheme: light; --ink: #111; --soft: #555; --line: #ccc; --sheet: #fff }
@media screen and (prefers-color-scheme: dark) { :root { color-scheme: dark; --ink: #e8e8ec; --soft: #a5a6b0; --line: #3a3b44; --sheet: #16171c } }
body { font: 9.5pt/1.35 system-ui, sans-serif; color: var(--ink); background: var(--sheet); margin: 12px }
header { display: flex; justify-content: space-between; gap: 8mm; border-bottom: 1.5pt solid var(--ink); padding-bottom: 2mm }
h1 { font-size: 13pt; margin: 0 } small { color: var(--soft) } dl { display: flex; flex-wrap: wrap; gap: 0 6mm; margin: 2mm 0 } dl div { display: flex; gap: 1.5mm } dt { color: var(--soft) } dd { margin: 0 }
table { width: 100%; border-collapse: collapse } thead { display: table-header-group } tr { break-inside: avoid }
td a { color: inherit; text-decoration: underline dotted var(--soft); text-underline-offset: 2px } @media print { td a { text-decoration: none } }
th, td { text-align: left; padding: .8mm 1.5mm; border-bottom: .4pt solid var(--line); vertical-align: top } th { position: sticky; top: 0; background: var(--sheet); border-bottom: 1pt solid var(--ink) }
tfoot td { font-weight: 700; border-top: 1pt solid var(--ink); border-bottom: 0 } tfoot { display: table-row-group }
.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap } td.w { white-space: nowrap } .empty { color: var(--soft); padding: 6mm 0 }`

/** A page to read and to print. `simple` leaves the company and the filters out. */
export function htmlOf(
  report: Report,
  values: Parameters<Report['query']>[1],
  options: { readonly landscape: boolean; readonly simple: boolean; readonly limit: number; readonly heading: Heading },
): Writing {
  const { columns, title } = report
  const totals = new Totals(columns)
  const side = columns.map((column) => (isNumeric(column) ? ' class="n"' : column.kind === 'text' ? '' : ' class="w"'))
  const cells = (tag: 'td' | 'th', texts: readonly string[]): string =>
    `<tr>${texts.map((text, at) => `<${tag}${side[at]}>${text}</${tag}>`).join('')}</tr>`
  // The column that names a row leads to what its numbers are made of.
  const leading = Math.max(
    0,
    columns.findIndex(({ kind }) => kind === 'text'),
  )
  const rowOf = (row: Row): string => {
    const texts = columns.map((column, at) => {
      const text = safe(cellText(column, row))
      const address = at === leading ? report.drill(row, values) : ''
      return address !== '' ? `<a href="${safe(address)}" target="_blank" rel="noopener">${text}</a>` : text
    })
    return cells('td', texts)
  }
  let any = false
  return {
    query: (ctx) => report.query(ctx, values),
    limit: options.limit,
    head: () =>
      `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${safe(title)}</title><style>${STYLE(options.landscape)}</style></head><body>${headOf(title, options)}<table><thead>${cells(
        'th',
        columns.map(({ label }) => safe(label)),
      )}</thead><tbody>`,
    rows: (rows) => {
      totals.add(rows)
      any ||= rows.length > 0
      return rows.map(rowOf).join('')
    },
    foot: (more) => {
      const sums = any && !more ? (options.heading.foot ?? totals.cells) : undefined
      return `</tbody>${sums === undefined ? '' : `<tfoot>${cells('td', sums.map(safe))}</tfoot>`}</table>${any ? '' : '<p class="empty">Nenhum registro encontrado.</p>'}${more ? `<p class="empty">${cutOff(options.limit)}</p>` : ''}</body></html>`
    },
  }
}

function headOf(title: string, { simple, heading }: { readonly simple: boolean; readonly heading: Heading }): string {
  if (simple) return `<h1>${safe(title)}</h1>`
  const filters = heading.filters
    .map(([label, text]) => `<div><dt>${safe(label)}</dt><dd>${safe(text)}</dd></div>`)
    .join('')
  return `<header><div><h1>${safe(title)}</h1><small>${safe(heading.company)}</small></div><small>${safe(heading.printedAt)}</small></header><dl>${filters}</dl>`
}
