import { BARCODE, barcode } from './barcode'
import type { BoletoForm } from './boleto-paper'
import { type Align, type Box, type Cell, type Field, type Mark, row } from './marks'
import type { BoletoTexts, PartyTexts } from './texts'

/** The part that the bank keeps (ficha de compensação): head, fields, and the barcode under them. */

/** How large its parts are. Heights and widths in millimetres, sizes of letters in points. */
export interface SlipSize {
  readonly width: number
  /** The column at the right: due date, amounts. */
  readonly side: number
  readonly head: number
  readonly bankWidth: number
  readonly codeWidth: number
  readonly bankSize: number
  readonly codeSize: number
  readonly lineSize: number
  /** Of what stands in fields. */
  readonly textSize: number
  readonly row: number
  /** Of who collects, with the address. */
  readonly owner: number
  /** Of each of the five amounts beside the instructions. */
  readonly amount: number
  readonly payer: number
  readonly guarantor: number
}

export const SLIP_OF: Readonly<Record<BoletoForm, SlipSize>> = {
  folha: {
    width: 190,
    side: 48,
    head: 8.5,
    bankWidth: 38,
    codeWidth: 19,
    bankSize: 12,
    codeSize: 16,
    lineSize: 13,
    textSize: 8.5,
    row: 7,
    owner: 9.5,
    amount: 5.8,
    payer: 9.5,
    guarantor: 6,
  },
  carne: {
    width: 152,
    side: 40,
    head: 7.5,
    bankWidth: 27,
    codeWidth: 17,
    bankSize: 10,
    codeSize: 14,
    lineSize: 11,
    textSize: 8,
    row: 6.2,
    owner: 8.4,
    amount: 5.2,
    payer: 8.4,
    guarantor: 5.2,
  },
}

const GAP = 1.5
/** The bank's code, larger than what is beside it, stands on the same line. */
const CODE_DROP = 0.5
/** White on each side of a QR Code, as a share of its own: four modules, of 37 or more that a Pix code has (ISO/IEC 18004). */
const CODE_WHITE = 4 / 37
/** The name under a QR Code, and what is free under that. */
const CAPTION = 2.8
const CODE_FOOT = 0.6

/** Millimetres from the head to the end of the barcode. */
export const slipHeight = ({ head, row: one, owner, amount, payer, guarantor }: SlipSize): number =>
  head + 3 * one + owner + 5 * amount + payer + guarantor + GAP + BARCODE.height

/** A party's lines in a field: name with tax id, then the address. */
export const partyField = (
  title: string,
  { name, taxId, address }: PartyTexts,
): Pick<Field, 'title' | 'lines' | 'aside'> => ({
  title,
  lines: [name, address],
  aside: taxId,
})

const cell = (title: string, value: string, share: number, more: { readonly align?: Align } = {}): Cell => ({
  title,
  lines: [value],
  share,
  ...more,
})

/** The bank's name and code between strokes, and what stands at the right of them. */
export function headMarks(
  { bank }: BoletoTexts,
  { x, y, size }: { readonly x: number; readonly y: number; readonly size: SlipSize },
  right: { readonly text: string; readonly size: number },
): Mark[] {
  const [first, second] = [x + size.bankWidth, x + size.bankWidth + size.codeWidth]
  const bottom = y + size.head
  const height = size.head - 1
  const strokes = [first, second].map((at) => ({ x1: at, x2: at, y1: y + 1, y2: bottom }))
  return [
    { kind: 'words', x, y, width: size.bankWidth - 1, height, text: bank.name, size: size.bankSize, bold: true },
    {
      kind: 'words',
      x: first,
      y: y + CODE_DROP,
      width: size.codeWidth,
      height,
      text: bank.code,
      size: size.codeSize,
      align: 'center',
      bold: true,
    },
    {
      kind: 'words',
      x: second + 1,
      y,
      width: x + size.width - second - 1,
      height,
      ...right,
      align: 'right',
      bold: true,
    },
    ...strokes.map((at) => ({ kind: 'stroke', thick: 1, ...at }) as const),
    { kind: 'stroke', thick: 1, x1: x, x2: x + size.width, y1: bottom, y2: bottom },
  ]
}

/** Rows at the left, each with its field at the right. */
function upperRows(texts: BoletoTexts, size: SlipSize, x: number, top: number): Mark[] {
  const left = size.width - size.side
  const rows: readonly (readonly [height: number, cells: readonly Cell[], side: Omit<Cell, 'share'>])[] = [
    [size.row, [cell('Local de pagamento', texts.place, 1)], { title: 'Vencimento', lines: [texts.due], ...AMOUNT }],
    [
      size.owner,
      [{ ...partyField('Beneficiário', texts.beneficiary), share: 1 }],
      { title: 'Agência / Código do beneficiário', lines: [texts.owner], align: 'right' },
    ],
    [
      size.row,
      [
        cell('Data do documento', texts.issued, 24, MIDDLE),
        cell('Nº do documento', texts.document, 36, MIDDLE),
        cell('Espécie doc.', texts.kind, 19, MIDDLE),
        cell('Aceite', texts.accepted, 14, MIDDLE),
        cell('Data do processamento', texts.processed, 27, MIDDLE),
      ],
      { title: 'Nosso número', lines: [texts.ownNumber], align: 'right' },
    ],
    [
      size.row,
      [
        cell('Uso do banco', '', 24, MIDDLE),
        cell('Carteira', texts.carteira, 22, MIDDLE),
        cell('Espécie moeda', texts.currency, 20, MIDDLE),
        cell('Quantidade', '', 27, MIDDLE),
        cell('(x) Valor', '', 27, MIDDLE),
      ],
      { title: '(=) Valor do documento', lines: [texts.amount], ...AMOUNT },
    ],
  ]
  let y = top
  return rows.flatMap(([height, cells, side]) => {
    const at = { x, y, width: left, height }
    y += height
    return [...row(at, cells), { kind: 'field', ...at, x: x + left, width: size.side, ...side } as const]
  })
}

const MIDDLE = { align: 'center' } as const
const AMOUNT = { align: 'right', bold: true, shaded: true } as const
/** What is written by hand, or by the bank. */
const AMOUNTS = [
  '(-) Desconto / Abatimento',
  '(-) Outras deduções',
  '(+) Mora / Multa',
  '(+) Outros acréscimos',
  '(=) Valor cobrado',
]

/** The instructions, with the QR Code at the right of them, and the five amounts. */
function middle(texts: BoletoTexts, size: SlipSize, x: number, y: number): Mark[] {
  const left = size.width - size.side
  const height = AMOUNTS.length * size.amount
  const marks: Mark[] = AMOUNTS.map((title, at) => ({
    kind: 'field',
    x: x + left,
    y: y + at * size.amount,
    width: size.side,
    height: size.amount,
    title,
    lines: [],
  }))
  return [...marks, ...instructionMarks(texts, { x, y, width: left, height })]
}

/** The field of the instructions; where there is a Pix code, it is drawn at the right of them. */
export function instructionMarks({ instructions, pix }: BoletoTexts, box: Box): Mark[] {
  const side = (box.height - CAPTION - CODE_FOOT) / (1 + 2 * CODE_WHITE)
  const [white, free] = [side * CODE_WHITE, side * (1 + 2 * CODE_WHITE)]
  const title = 'Instruções (texto de responsabilidade do beneficiário)'
  const field = { kind: 'field', ...box, title, lines: instructions, size: 8 } as const
  if (pix === '') return [field]
  const x = box.x + box.width - free
  const foot = { y: box.y + box.height - CODE_FOOT - CAPTION, width: free, height: CAPTION, size: 7 }
  return [
    { ...field, free },
    { kind: 'code', x: x + white, y: box.y + white, width: side, height: side, text: pix },
    { kind: 'words', x, ...foot, text: 'Pague com Pix', align: 'center', bold: true },
  ]
}

/** Fields of the payer and of who guarantees for it. */
function lowerRows(texts: BoletoTexts, size: SlipSize, x: number, y: number): Mark[] {
  const guarantor = { x, y: y + size.payer, width: size.width, height: size.guarantor }
  const { name, taxId } = texts.guarantor
  return [
    { kind: 'field', x, y, width: size.width, height: size.payer, ...partyField('Pagador', texts.payer) },
    ...row(guarantor, [
      { title: 'Sacador / Avalista', lines: [name], aside: taxId, share: size.width - size.side },
      { title: 'Código de baixa', lines: [], share: size.side },
    ]),
  ]
}

/** The barcode, and what the bank prints beside it. */
function foot({ barcode: digits }: BoletoTexts, size: SlipSize, x: number, y: number): Mark[] {
  const bars = barcode(digits, x, y + GAP)
  const from = x + bars.width
  const words = { kind: 'words', x: from, width: x + size.width - from, height: 3.5, align: 'right' } as const
  return [
    bars,
    { ...words, y: y + 0.5, text: 'Autenticação mecânica', size: 6 },
    { ...words, y: y + 4, text: 'Ficha de compensação', size: 8, bold: true },
  ]
}

/** The whole part, from `x` and `y` on. */
export function slipMarks(
  texts: BoletoTexts,
  size: SlipSize,
  { x, y }: { readonly x: number; readonly y: number },
): Mark[] {
  const upper = y + size.head
  const between = upper + 3 * size.row + size.owner
  const lower = between + AMOUNTS.length * size.amount
  return [
    ...headMarks(texts, { x, y, size }, { text: texts.line, size: size.lineSize }),
    ...sized(size.textSize, [
      ...upperRows(texts, size, x, upper),
      ...middle(texts, size, x, between),
      ...lowerRows(texts, size, x, lower),
    ]),
    ...foot(texts, size, x, lower + size.payer + size.guarantor),
  ]
}

/** Fields that say no size of their own are written in this one. */
export const sized = (size: number, marks: readonly Mark[]): Mark[] =>
  marks.map((mark) => (mark.kind === 'field' ? { size, ...mark } : mark))
