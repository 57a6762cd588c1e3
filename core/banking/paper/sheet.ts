import { type Cell, type Mark, row } from './marks'
import { headMarks, instructionMarks, partyField, sized, SLIP_OF, slipHeight, slipMarks } from './slip'
import type { BoletoTexts } from './texts'

/** A boleto on a sheet: at the top what the payer wants to see at once, then the receipt; at the foot, under the cut line, what the bank keeps. */

const SIZE = SLIP_OF.folha
/** Millimetres. A4 is 210 × 297. */
const EDGE = 10
const TOP = 11
/** Under the barcode: its middle is 12 mm from the edge of the paper at least (FEBRABAN). */
const FOOT = 7
const SLIP_TOP = 297 - FOOT - slipHeight(SIZE)
/** From here on the part is 108 mm high at most (FEBRABAN). */
const CUT = SLIP_TOP - 2.7
/** Of the name, the facts and the typed line. */
const SUMMARY = 40
/** Between what stands under each other. */
const GAP = 3
const AT = { x: EDGE, width: SIZE.width }

/** Whose boleto it is, when and how much to pay, the typed line, and the Pix code. */
function summary(texts: BoletoTexts): Mark[] {
  const { beneficiary, instalment, pix } = texts
  const fact = (title: string, value: string, share: number): Cell => ({
    title,
    lines: [value],
    share,
    size: 13,
    bold: true,
  })
  const facts = [
    fact('Vencimento', texts.due, 50),
    fact('Valor (R$)', texts.amount, 50),
    fact('Documento', texts.document, 50),
  ]
  const marks: Mark[] = [
    { kind: 'words', ...AT, y: TOP, height: 7, text: beneficiary.name, size: 14, bold: true },
    { kind: 'words', ...AT, y: TOP + 7, height: 4, text: beneficiary.taxId, size: 9 },
    { kind: 'words', ...AT, y: TOP + 11, height: 4, text: beneficiary.address, size: 9 },
    ...row({ ...AT, y: TOP + 18, height: 11 }, instalment === '' ? facts : [...facts, fact('Parcela', instalment, 40)]),
    ...row({ ...AT, y: TOP + SUMMARY - 11, height: 11 }, [
      { ...fact('Linha digitável', texts.line, 1), align: 'center' },
    ]),
  ]
  return pix === '' ? marks : [...marks, ...pixPanel(pix, TOP + SUMMARY + GAP)]
}

const PIX = { height: 34, code: 27.6, edge: 3.2 }

/** A large QR Code, what to do with it, and the code itself to be copied from a screen. */
export function pixPanel(pix: string, y: number): Mark[] {
  const x = EDGE + PIX.code + 3 * PIX.edge
  const words = { kind: 'words', x, width: AT.width - PIX.code - 4 * PIX.edge, size: 9 } as const
  return [
    { kind: 'field', ...AT, y, height: PIX.height, title: '', lines: [] },
    { kind: 'code', x: EDGE + PIX.edge, y: y + PIX.edge, width: PIX.code, height: PIX.code, text: pix },
    { ...words, y: y + 3, height: 5, text: 'Pague com Pix', size: 12, bold: true },
    {
      ...words,
      y: y + 8,
      height: 4.5,
      text: 'Abra o aplicativo do seu banco, escolha Pix e aponte a câmera para o código.',
    },
    { ...words, y: y + 12.5, height: 4.5, text: 'Ou copie o código abaixo e cole em Pix copia e cola:' },
    { kind: 'passage', x, y: y + 18, width: words.width, height: 13, text: pix, size: 7 },
  ]
}

const RECEIPT = { row: 7.5, party: 10.5, instructions: 29 }

/** What the payer keeps, from `top` on. */
function receipt(texts: BoletoTexts, top: number): Mark[] {
  const [left, side] = [SIZE.width - SIZE.side, SIZE.side]
  const rows: readonly (readonly [height: number, cells: readonly Cell[]])[] = [
    [
      RECEIPT.party,
      [
        { ...partyField('Beneficiário', texts.beneficiary), share: left },
        { title: 'Agência / Código do beneficiário', lines: [texts.owner], align: 'right', share: side },
      ],
    ],
    [
      RECEIPT.party,
      [
        { ...partyField('Pagador', texts.payer), share: left },
        { title: 'Nosso número', lines: [texts.ownNumber], align: 'right', share: side },
      ],
    ],
    [
      RECEIPT.row,
      [
        { title: 'Sacador / Avalista', lines: [texts.guarantor.name], aside: texts.guarantor.taxId, share: left },
        { title: 'Vencimento', lines: [texts.due], align: 'right', bold: true, shaded: true, share: side },
      ],
    ],
    [
      RECEIPT.row,
      [
        { title: 'Nº do documento', lines: [texts.document], align: 'center', share: 40 },
        { title: 'Espécie doc.', lines: [texts.kind], align: 'center', share: 22 },
        { title: 'Data do documento', lines: [texts.issued], align: 'center', share: 28 },
        { title: 'Data do processamento', lines: [texts.processed], align: 'center', share: 28 },
        { title: 'Parcela', lines: [texts.instalment], align: 'center', share: 24 },
        {
          title: '(=) Valor do documento',
          lines: [texts.amount],
          align: 'right',
          bold: true,
          shaded: true,
          share: side,
        },
      ],
    ],
  ]
  let y = top + SIZE.head
  const marks = rows.flatMap(([height, cells]) => {
    y += height
    return row({ ...AT, y: y - height, height }, cells)
  })
  return [
    ...headMarks(texts, { x: EDGE, y: top, size: SIZE }, { text: 'Recibo do pagador', size: 11 }),
    ...sized(SIZE.textSize, marks),
    ...instructionMarks({ ...texts, pix: '' }, { ...AT, y, height: RECEIPT.instructions }),
    {
      kind: 'words',
      ...AT,
      y: y + RECEIPT.instructions + 0.5,
      height: 3.5,
      text: 'Autenticação mecânica',
      size: 6,
      align: 'right',
    },
  ]
}

/** The one page of a boleto. */
export const sheetMarks = (texts: BoletoTexts): Mark[] => [
  ...summary(texts),
  ...receipt(texts, TOP + SUMMARY + GAP + (texts.pix === '' ? 0 : PIX.height + GAP)),
  { kind: 'stroke', x1: EDGE, x2: EDGE + SIZE.width, y1: CUT, y2: CUT, dashed: true },
  ...slipMarks(texts, SIZE, { x: EDGE, y: SLIP_TOP }),
]
