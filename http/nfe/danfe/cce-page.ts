import type { Cce } from '../../../core/fiscal/danfe/cce'
import type { Pen } from '../../relatorios/pen'

/** A letter of correction on A4: what it is, of which note, what is corrected and under which conditions. */

const PAGE = { width: 595.28, height: 841.89, left: 28, top: 28, bottom: 813 }
const WIDTH = PAGE.width - 2 * PAGE.left
const ROW = 22
const TEXT = 10

export function drawCce(pen: Pen, cce: Cce): void {
  let y = head(pen, cce)
  y = paragraphs(pen, cce, 'CORREÇÃO', { text: cce.correction, y })
  paragraphs(pen, cce, 'CONDIÇÕES DE USO', { text: cce.condition, y: y + 10 })
}

function begin(pen: Pen, { test, registered }: Cce): void {
  pen.pdf.addPage({ size: [PAGE.width, PAGE.height], margin: 0 })
  const mark = test ? 'SEM VALOR FISCAL' : registered ? '' : 'NÃO REGISTRADA'
  if (mark !== '') pen.mark(mark, { x: PAGE.left, y: 280, width: WIDTH, height: 320 })
}

function head(pen: Pen, cce: Cce): number {
  begin(pen, cce)
  const { left: x, top } = PAGE
  pen.frame({ x, y: top, width: WIDTH, height: 66 })
  const middle = { align: 'center', width: WIDTH / 2 } as const
  pen.text('CC-e', x, top + 8, { face: 'bold', size: 16, ...middle })
  pen.text('CARTA DE CORREÇÃO ELETRÔNICA', x, top + 29, { face: 'bold', size: 10, ...middle })
  pen.text('Não possui valor fiscal: simples representação do evento', x, top + 44, { size: 8, ...middle })
  pen.bars(cce.chNFe, { x: x + WIDTH / 2, y: top + 8, width: WIDTH / 2 - 8, height: 34 })
  pen.text(cce.key, x + WIDTH / 2, top + 48, { face: 'bold', size: 8.5, ...middle })
  const rows = [
    [
      ['NÚMERO DA NOTA', cce.number],
      ['SÉRIE', cce.serie],
      ['MODELO', cce.mod],
      ['EMITENTE (CNPJ / CPF)', cce.taxId],
    ],
    [
      ['SEQUÊNCIA DO EVENTO', cce.sequence],
      ['DATA E HORA DO EVENTO', cce.at],
      ['ÓRGÃO', cce.organ],
      ['AMBIENTE', cce.test ? 'Homologação - sem valor fiscal' : 'Produção'],
    ],
    [
      ['PROTOCOLO DE REGISTRO DO EVENTO', cce.protocol],
      ['RESPOSTA DA SEFAZ', cce.answer === '' ? 'O evento ainda não foi registrado.' : cce.answer],
    ],
  ] as const
  let y = top + 72
  for (const row of rows) {
    const width = WIDTH / row.length
    for (const [at, [title, value]] of row.entries())
      pen.field({ x: x + at * width, y, width, height: ROW }, title, value)
    y += ROW
  }
  return y + 10
}

/** A text under its title, over as many pages as it takes; answers where it ends. */
function paragraphs(
  pen: Pen,
  cce: Cce,
  title: string,
  { text, y }: { readonly text: string; readonly y: number },
): number {
  const lines = pen.lines(text, { size: TEXT }, WIDTH - 12)
  const tall = pen.height(1, TEXT)
  let top = y
  let at = 0
  while (at < lines.length) {
    const fits = Math.floor((PAGE.bottom - top - 20) / tall)
    if (fits < 1) {
      begin(pen, cce)
      top = PAGE.top
      continue
    }
    const shown = lines.slice(at, at + fits)
    pen.text(title, PAGE.left, top, { face: 'bold', size: 7 })
    pen.frame({ x: PAGE.left, y: top + 9, width: WIDTH, height: shown.length * tall + 8 })
    pen.rows(shown, PAGE.left + 6, top + 13, { size: TEXT })
    top += shown.length * tall + 17
    at += fits
  }
  return top
}
