import type { Field, Mark } from './marks'
import { SLIP_OF, slipMarks } from './slip'
import type { BoletoTexts } from './texts'

/** A booklet (carnê): three boletos to a page, each with a stub at its left that the payer keeps. */

export const SLIPS_A_PAGE = 3

const SIZE = SLIP_OF.carne
/** Millimetres. A4 is 210 × 297. */
const PAGE = { width: 210, height: 297 }
const PLACE = PAGE.height / SLIPS_A_PAGE
const EDGE = 6
const STUB = 40
const SLIP_LEFT = PAGE.width - EDGE - SIZE.width
const CUT = (EDGE + STUB + SLIP_LEFT) / 2
/** From the cut line to the head. */
const TOP = 4.5
const FIELD = 6.2
const STUB_SIZE = 8

/** What the payer keeps of one, from `y` on. */
function stub(texts: BoletoTexts, y: number): Mark[] {
  const { payer, beneficiary } = texts
  const end = { align: 'right', bold: true, shaded: true } as const
  const fields: readonly (readonly [
    height: number,
    field: Pick<Field, 'title' | 'lines' | 'align' | 'bold' | 'shaded'>,
  ])[] = [
    [FIELD, { title: 'Parcela', lines: [texts.instalment], align: 'right' }],
    [FIELD, { title: 'Vencimento', lines: [texts.due], ...end }],
    [FIELD, { title: '(=) Valor do documento', lines: [texts.amount], ...end }],
    [FIELD, { title: '(-) Desconto / Abatimento', lines: [] }],
    [FIELD, { title: '(+) Mora / Multa / Acréscimos', lines: [] }],
    [FIELD, { title: '(=) Valor cobrado', lines: [] }],
    [FIELD, { title: 'Agência / Código do beneficiário', lines: [texts.owner], align: 'right' }],
    [FIELD, { title: 'Nosso número', lines: [texts.ownNumber], align: 'right' }],
    [FIELD, { title: 'Nº do documento', lines: [texts.document], align: 'right' }],
    [9.6, { title: 'Beneficiário', lines: [beneficiary.name, beneficiary.taxId] }],
    [9.6, { title: 'Pagador', lines: [payer.name, payer.taxId] }],
  ]
  const words = { kind: 'words', x: EDGE, y, height: SIZE.head - 1 } as const
  let top = y + SIZE.head
  return [
    { ...words, width: 23, text: texts.bank.name, size: 9, bold: true },
    { ...words, x: EDGE + 24, width: STUB - 24, text: texts.bank.code, size: 12, bold: true, align: 'right' },
    { kind: 'stroke', thick: 1, x1: EDGE, x2: EDGE + STUB, y1: top, y2: top },
    ...fields.map(([height, field]): Mark => {
      top += height
      return { kind: 'field', x: EDGE, y: top - height, width: STUB, height, size: STUB_SIZE, ...field }
    }),
    {
      kind: 'words',
      x: EDGE,
      y: top + 0.5,
      width: STUB,
      height: 3,
      text: 'Recibo do pagador',
      size: 6,
      align: 'right',
    },
  ]
}

/** A page of up to three. */
export const bookletMarks = (some: readonly BoletoTexts[]): Mark[] =>
  some.flatMap((texts, at) => {
    const [top, bottom] = [at * PLACE, (at + 1) * PLACE]
    const marks: Mark[] = [
      { kind: 'stroke', x1: CUT, x2: CUT, y1: top, y2: bottom, dashed: true },
      ...stub(texts, top + TOP),
      ...slipMarks(texts, SIZE, { x: SLIP_LEFT, y: top + TOP }),
    ]
    // The edge of the paper ends the last one.
    if (at === SLIPS_A_PAGE - 1) return marks
    return [...marks, { kind: 'stroke', x1: 0, x2: PAGE.width, y1: bottom, y2: bottom, dashed: true }]
  })
