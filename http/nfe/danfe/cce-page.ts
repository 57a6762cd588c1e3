import type { Cce } from '../../../core/fiscal/danfe/cce'
import type { Pen } from '../../relatorios/pen'
import { paragraphs, SHEET, SHEET_WIDTH } from './paragraphs'

/** A letter of correction on A4: what it is, of which note, what is corrected and under which conditions. */

const ROW = 22
const TEXT = 10

export function drawCce(pen: Pen, cce: Cce): void {
  const on = { size: TEXT, begin: () => begin(pen, cce) }
  const y = paragraphs(pen, { title: 'CORREÇÃO', text: cce.correction, y: head(pen, cce), ...on })
  paragraphs(pen, { title: 'CONDIÇÕES DE USO', text: cce.condition, y: y + 10, ...on })
}

/** Begins a sheet; answers where its room begins. */
function begin(pen: Pen, { test, registered }: Cce): number {
  pen.pdf.addPage({ size: [SHEET.width, SHEET.height], margin: 0 })
  const mark = test ? 'SEM VALOR FISCAL' : registered ? '' : 'NÃO REGISTRADA'
  if (mark !== '') pen.mark(mark, { x: SHEET.left, y: 280, width: SHEET_WIDTH, height: 320 })
  return SHEET.top
}

function head(pen: Pen, cce: Cce): number {
  begin(pen, cce)
  const { left: x, top } = SHEET
  pen.frame({ x, y: top, width: SHEET_WIDTH, height: 66 })
  const middle = { align: 'center', width: SHEET_WIDTH / 2 } as const
  pen.text('CC-e', x, top + 8, { face: 'bold', size: 16, ...middle })
  pen.text('CARTA DE CORREÇÃO ELETRÔNICA', x, top + 29, { face: 'bold', size: 10, ...middle })
  pen.text('Não possui valor fiscal: simples representação do evento', x, top + 44, { size: 8, ...middle })
  pen.bars(cce.chNFe, { x: x + SHEET_WIDTH / 2, y: top + 8, width: SHEET_WIDTH / 2 - 8, height: 34 })
  pen.text(cce.key, x + SHEET_WIDTH / 2, top + 48, { face: 'bold', size: 8.5, ...middle })
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
    const width = SHEET_WIDTH / row.length
    for (const [at, [title, value]] of row.entries())
      pen.field({ x: x + at * width, y, width, height: ROW }, title, value)
    y += ROW
  }
  return y + 10
}
