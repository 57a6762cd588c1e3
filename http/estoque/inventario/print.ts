import { sql } from 'drizzle-orm'
import { formatDateTime } from '../../../core/br/date-text'
import { formatQuantity } from '../../../core/br/number'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'
import { loadWhere } from '../../platform/engine/write'
import { badRequest, notFound } from '../../platform/errors'
import { escapeHtml as safe } from '../../platform/html'
import { qrSvg } from '../../platform/qr-svg'
import type { Row } from '../../platform/resource'
import { contact, decimalsOf, markOf, text } from '../../relatorios/document'
import { drawFact, drawQr, drawTable, type PaperColumn, paperPdf, type Pdf, type Sheet } from '../../relatorios/paper'
import type { Print } from '../../relatorios/print'
import { mercadoriaInventario } from './inventario'

/** Sheets to count on, place by place. What the books say stands there only once the adjustments are made. */

const MOST = 5_000

interface CountSheet extends Sheet {
  /** Where a telephone counts; '' where nobody knows this server's address. */
  readonly address: string
  readonly settled: boolean
  readonly places: readonly { readonly name: string; readonly lines: readonly (readonly string[])[] }[]
}

const BLANK: readonly PaperColumn[] = [
  { label: 'Código', x: 40, width: 70 },
  { label: 'Mercadoria', x: 115, width: 220 },
  { label: 'Lote', x: 340, width: 80 },
  { label: 'Un.', x: 425, width: 30 },
  { label: 'Contada', x: 460, width: 95, align: 'right' },
]
const SETTLED: readonly PaperColumn[] = [
  { label: 'Código', x: 40, width: 70 },
  { label: 'Mercadoria', x: 115, width: 180 },
  { label: 'Lote', x: 300, width: 65 },
  { label: 'Un.', x: 370, width: 25 },
  { label: 'Esperada', x: 400, width: 50, align: 'right' },
  { label: 'Contada', x: 455, width: 48, align: 'right' },
  { label: 'Diferença', x: 507, width: 48, align: 'right' },
]
const WRITE_HERE = '_'.repeat(14)
const TALL = 22

const quantity = (value: unknown): string =>
  text(value) === '' ? '–' : formatQuantity(text(value), decimalsOf(text(value)))

function lineOf(settled: boolean, row: Row): string[] {
  const goods = [text(row.codigo), text(row.xProd), text(row.nLote), text(row.un)]
  return settled
    ? [...goods, quantity(row.qEsperada), quantity(row.qContada), quantity(row.diferenca)]
    : [...goods, WRITE_HERE]
}

async function countSheets(ctx: Ctx, ids: readonly number[]): Promise<CountSheet[]> {
  const heads = new Map((await loadWhere(ctx, mercadoriaInventario, 'id', ids)).map((one) => [one.id, one]))
  const rows = await rowsOf(
    ctx,
    sql`select i.mercadoria_inventario_id as documento, concat_ws(' · ', a.codigo, a."xArmazenamento") as local, p.codigo, i."xProd", l."nLote", i.un,
          i."qEsperada", i."qContada", i.diferenca
        from mercadoria_inventario_item i join armazenamento a on a.id = i.armazenamento_id join mercadoria p on p.id = i.mercadoria_id
        left join mercadoria_lote l on l.id = i.lote_id where i.mercadoria_inventario_id = any (${intArray([...heads.keys()])}::int[])
        order by a.codigo, a.id, i."xProd", i.id limit ${MOST + 1}`,
  )
  if (rows.length > MOST)
    throw badRequest(`São mais de ${MOST.toLocaleString('pt-BR')} itens: imprima menos de uma vez.`, 'too_many')
  const companies = await rowsOf(
    ctx,
    sql`select e.*, m."xMun" from empresa e left join municipio m on m.id = e."cMun" where e.id = any (${intArray([...heads.values()].map((one) => one.empresa_id))}::int[])`,
  )
  const company = new Map(companies.map((row) => [Number(row.id), row]))
  const byCount = Map.groupBy(rows, (row) => Number(row.documento))
  const printedAt = formatDateTime(new Date(ctx.clock.now()).toLocaleString('sv-SE', { timeZone: ctx.timeZone }))
  return ids.map((id) => {
    const head = heads.get(id)
    if (!head) throw notFound()
    const own = company.get(head.empresa_id) ?? {}
    const settled = head.dhAjuste !== null
    const { publicUrl } = ctx.mail
    return {
      title: `Inventário nº ${id}`,
      mark: markOf(mercadoriaInventario, head),
      company: { name: text(own.xNome), lines: contact(own, text(own.xMun)) },
      printedAt,
      address: publicUrl === undefined || settled ? '' : new URL(`/a/${id}`, publicUrl).href,
      settled,
      places: [...Map.groupBy(byCount.get(id) ?? [], (row) => text(row.local))].map(([name, lines]) => ({
        name,
        lines: lines.map((row) => lineOf(settled, row)),
      })),
    }
  })
}

const columnsOf = ({ settled }: CountSheet): readonly PaperColumn[] => (settled ? SETTLED : BLANK)

function draw(pdf: Pdf, sheet: CountSheet): void {
  if (sheet.address !== '') {
    drawQr(pdf, sheet.address)
    drawFact(pdf, 'Contar em', sheet.address)
  }
  for (const { name, lines } of sheet.places) {
    pdf.y += 6
    drawFact(pdf, 'Local', name)
    drawTable(pdf, columnsOf(sheet), lines, sheet.settled ? 0 : TALL)
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
th, td { text-align: left; padding: 1.2mm 1.5mm; border-bottom: .4pt solid #999 } .n { text-align: right; white-space: nowrap } .qr { width: 30mm; height: 30mm }`

function article(sheet: CountSheet): string {
  const columns = columnsOf(sheet)
  const mark = (at: number): string => (columns[at]?.align === undefined ? '' : ' class="n"')
  const head = columns.map(({ label }, at) => `<th${mark(at)}>${safe(label)}</th>`).join('')
  const row = (cells: readonly string[]): string =>
    `<tr>${cells.map((cell, at) => `<td${mark(at)}>${safe(cell)}</td>`).join('')}</tr>`
  const code =
    sheet.address === '' ? '' : `<p>${qrSvg(sheet.address, 'QR code da contagem')}<br>${safe(sheet.address)}</p>`
  const places = sheet.places.map(
    ({ name, lines }) =>
      `<h3>Local ${safe(name)}</h3><table><thead><tr>${head}</tr></thead><tbody>${lines.map(row).join('')}</tbody></table>`,
  )
  return `<article><header><div><h1>${safe(sheet.company.name)}</h1>${sheet.company.lines.map((line) => `<div><small>${safe(line)}</small></div>`).join('')}</div>
<div><h2>${safe(sheet.title)}</h2><div class="mark">${safe(sheet.mark)}</div><small>Impresso em ${safe(sheet.printedAt)}</small></div></header>${code}${places.join('')}</article>`
}

/** Count sheets, each count on pages of its own. */
export const countPrint: Print = {
  resource: mercadoriaInventario,
  load: async (ctx, ids) => {
    const sheets = await countSheets(ctx, ids)
    return {
      pdf: () => paperPdf(sheets, draw),
      html: () =>
        `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><title>Inventário</title><style>${STYLE}</style></head><body>${sheets.map(article).join('')}</body></html>`,
    }
  },
}
