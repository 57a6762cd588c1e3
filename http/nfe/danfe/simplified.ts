import type { Danfe, DanfeParty } from '../../../core/fiscal/danfe/types'
import { joined } from '../../../core/fiscal/danfe/write'
import { markOf, noticesOf } from './notices'
import { MM, type Pen } from '../../relatorios/pen'
import { Roll } from './roll'

/** The simplified DANFE (tpImp 3): a label of 100 mm, as long as its items need. */

const PAPER = 100 * MM
/** Millimetres of the bars; 8 is the least. */
const BARS = 13
const MIDDLE = { align: 'center' } as const
const BOLD = { face: 'sansBold' } as const

export function drawSimplified(pen: Pen, danfe: Danfe): void {
  const roll = new Roll(pen, PAPER)
  roll.text('DANFE SIMPLIFICADO', { ...MIDDLE, ...BOLD, size: 11 })
  roll.text('Documento Auxiliar da Nota Fiscal Eletrônica', MIDDLE)
  for (const notice of noticesOf(danfe.emission, 'NF-e')) roll.gap(0.5).text(notice, { ...MIDDLE, ...BOLD, size: 8 })
  roll.gap().bars(danfe.chNFe, BARS)
  roll.text('CHAVE DE ACESSO', { ...MIDDLE, ...BOLD, size: 6 }).line(danfe.key, BOLD)
  roll.text('PROTOCOLO DE AUTORIZAÇÃO DE USO', { ...MIDDLE, ...BOLD, size: 6 }).line(danfe.protocol)
  roll.rule()
  party(roll, 'EMITENTE', danfe.emit)
  roll.rule()
  roll.pair(`NF-e Nº ${danfe.number}`, `SÉRIE ${danfe.serie}`, { ...BOLD, size: 9 })
  roll.pair(
    danfe.tpNF === '0' ? 'TIPO: 0 - ENTRADA' : 'TIPO: 1 - SAÍDA',
    `EMISSÃO: ${danfe.issued.day} ${danfe.issued.time}`,
  )
  roll.rule()
  party(roll, 'DESTINATÁRIO', danfe.dest)
  roll.rule()
  for (const { code, description, unit, quantity, price, total } of danfe.items) {
    roll.text(`${code} ${description}`)
    roll.pair(`${quantity} ${unit} x ${price}`, total)
  }
  roll.rule()
  roll.pair('VALOR TOTAL DA NOTA R$', danfe.totals.total, { ...BOLD, size: 9 })
  for (const note of danfe.notes) roll.text(note, { size: 6.5 })
  roll.draw((width, height) => {
    const mark = markOf(danfe.emission, 'NF-e')
    if (mark !== '') pen.mark(mark, { x: 0, y: height * 0.2, width, height: height * 0.6 })
  })
}

function party(roll: Roll, title: string, { name, taxId, IE, UF, street, town, district, CEP }: DanfeParty): void {
  roll.text(title, { ...BOLD, size: 6 })
  roll.text(name, { ...BOLD, size: 8.5 })
  roll.text(joined([`CNPJ/CPF: ${taxId}`, IE === '' ? '' : `IE: ${IE}`, `UF: ${UF}`], '  '))
  roll.text(joined([street, district, town, CEP], ', '))
}
