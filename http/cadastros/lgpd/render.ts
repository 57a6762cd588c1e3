import { escapeHtml as safe } from '../../platform/html'
import { drawable } from '../../relatorios/paper'
import type { Block } from './outline'

const STYLE = `body { font: 10pt/1.4 system-ui, sans-serif; color: #111; margin: 12mm auto; max-width: 190mm }
h1 { font-size: 15pt } h2 { font-size: 12pt; border-bottom: 1pt solid #888; margin-top: 8mm } h3 { font-size: 10pt; margin-bottom: 1mm }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 4mm; margin: 2mm 0 } dt { color: #555 } dd { margin: 0 } ul { margin: 0; padding-left: 5mm }`

/** An account as a page to read and print; nothing in it may run. */
export function accountHtml(blocks: readonly Block[]): string {
  const parts = blocks.map(({ level, title, lines }) => {
    const facts = lines
      .filter(([label]) => label !== '')
      .map(([label, text]) => `<dt>${safe(label)}</dt><dd>${safe(text)}</dd>`)
    const items = lines.filter(([label]) => label === '').map(([, text]) => `<li>${safe(text)}</li>`)
    return `<h${level}>${safe(title)}</h${level}>${facts.length > 0 ? `<dl>${facts.join('')}</dl>` : ''}${items.length > 0 ? `<ul>${items.join('')}</ul>` : ''}`
  })
  return `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><title>${safe(blocks[0]?.title ?? '')}</title><style>${STYLE}</style></head><body>${parts.join('')}</body></html>`
}

const SIZES = { 1: 15, 2: 12, 3: 10 } as const

/** An account as PDF, its pages numbered. */
export async function accountPdf(blocks: readonly Block[]): Promise<Uint8Array<ArrayBuffer>> {
  const { default: Document } = await import('pdfkit')
  const pdf = new Document({
    size: 'A4',
    margin: 40,
    bufferPages: true,
    info: { Title: (blocks[0]?.title ?? '').slice(0, 200), Creator: 'Prumo' },
  })
  const chunks: Uint8Array[] = []
  pdf.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  const done = new Promise<void>((resolve, reject) => pdf.on('end', resolve).on('error', reject))
  for (const { level, title, lines } of blocks) {
    pdf.moveDown(level === 1 ? 0 : 0.8)
    pdf.font('Helvetica-Bold').fontSize(SIZES[level]).text(drawable(title)).moveDown(0.2)
    for (const [label, text] of lines) {
      pdf
        .fontSize(8.5)
        .font('Helvetica-Bold')
        .text(label === '' ? '• ' : `${drawable(label)}: `, { continued: true })
      pdf.font('Helvetica').text(drawable(text) || '–')
    }
  }
  const { start, count } = pdf.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    pdf.switchToPage(page)
    pdf.page.margins.bottom = 0
    pdf
      .fontSize(7.5)
      .text(`Página ${page - start + 1} de ${count}`, 40, 815, { width: 515, align: 'right', lineBreak: false })
  }
  pdf.end()
  await done
  return Uint8Array.from(Buffer.concat(chunks))
}
