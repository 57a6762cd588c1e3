import type { Drawing, Mark, TextMark } from '../../../core/labels/draw'
import type { Copies } from '../../../core/labels/roll'
import { PAPERS, placesOf } from '../../../core/labels/sheet'
import { darkRuns } from '../../../core/labels/symbol'
import type { LabelTemplate } from '../../../core/labels/template'
import { drawable, type Pdf } from '../../relatorios/paper'
import { inTurns } from '../../platform/others-turn'

/** Points of a millimetre. */
const MM = 72 / 25.4

/** Labels on sheets, from the first free place on; of a roll, a page a row. Bars are drawn as lines of exact widths. Others have their turn between labels. */
export async function labelsPdf(
  template: LabelTemplate,
  labels: readonly Copies[],
  { posInit = 1 }: { readonly posInit?: number },
): Promise<Uint8Array<ArrayBuffer>> {
  const { default: Document } = await import('pdfkit')
  const pdf = new Document({
    margin: 0,
    autoFirstPage: false,
    info: { Title: `Etiquetas: ${template.descricao}`, Creator: 'Prumo' },
  })
  const chunks: Uint8Array[] = []
  pdf.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  const done = new Promise<void>((resolve, reject) => pdf.on('end', resolve).on('error', reject))
  const all = labels.flatMap(({ drawing, copies }) => Array.from({ length: copies }, () => drawing))
  const [sheet, size] = template.midia === 'folha' ? [template, PAPERS[template.papel]] : rowOf(template)
  const first = template.midia === 'folha' ? posInit : 1
  const rest = inTurns()
  let pages = 0
  for (const [at, { page, x, y }] of placesOf(sheet, template, { count: all.length, posInit: first }).entries()) {
    for (; pages <= page; pages++) pdf.addPage({ size: [size.width * MM, size.height * MM], margin: 0 })
    const drawing = all[at]
    if (drawing !== undefined) drawLabel(pdf, drawing, x, y)
    await rest()
  }
  pdf.end()
  await done
  return Uint8Array.from(Buffer.concat(chunks))
}

/** A row of a roll as a sheet of its own. */
function rowOf(template: LabelTemplate) {
  const { colunas, largura, altura, espaco_x } = template
  const size = { width: colunas * largura + (colunas - 1) * espaco_x, height: altura }
  return [{ ...template, linhas: 1, margem_x: 0, margem_y: 0, espaco_y: 0 }, size] as const
}

function drawLabel(pdf: Pdf, { marks }: Drawing, x: number, y: number): void {
  pdf
    .save()
    .translate(x * MM, y * MM)
    .fillColor('#000')
    .strokeColor('#000')
  for (const mark of marks) drawMark(pdf, mark)
  pdf.restore()
}

function drawMark(pdf: Pdf, mark: Mark): void {
  switch (mark.kind) {
    case 'text':
      return drawText(pdf, mark)
    case 'bars': {
      const { x, y, height, module, symbol } = mark
      for (const [from, wide] of darkRuns(symbol.modules))
        pdf.rect((x + from * module) * MM, y * MM, wide * module * MM, height * MM)
      return void pdf.fill()
    }
    case 'qr': {
      const { x, y, module, code } = mark
      for (const [column, row, wide] of code.runs)
        pdf.rect((x + column * module) * MM, (y + row * module) * MM, wide * module * MM, module * MM)
      return void pdf.fill()
    }
    case 'box': {
      const { x, y, width, height, line } = mark
      return void pdf
        .lineWidth(line * MM)
        .rect(x * MM, y * MM, width * MM, height * MM)
        .stroke()
    }
  }
}

function drawText(pdf: Pdf, { x, y, width, size, align, bold, text }: TextMark): void {
  const shown = drawable(text)
  pdf.font(bold ? 'Helvetica-Bold' : 'Helvetica').fontSize(size * MM)
  const left = x * MM + ((width * MM - pdf.widthOfString(shown)) * align) / 2
  pdf.text(shown, left, y * MM, { lineBreak: false })
}
