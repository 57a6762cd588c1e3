import { formatLine } from '../../banking/boleto'
import { barcode, BARCODE } from '../../banking/paper/barcode'
import { type Cell, type Mark, row } from '../../banking/paper/marks'
import { pixPanel } from '../../banking/paper/sheet'

/** A guide as its paper tells it: texts as people read them. */
export interface GuidePaper {
  readonly uf: string
  readonly receita: string
  readonly controle: string
  readonly due: string
  readonly limit: string
  readonly origin: string
  readonly month: string
  readonly values: Readonly<Record<'principal' | 'fund' | 'interest' | 'fine' | 'total', string>>
  readonly emitter: { readonly name: string; readonly taxId: string; readonly address: string; readonly town: string }
  readonly receiver: { readonly name: string; readonly taxId: string; readonly town: string }
  readonly notes: readonly string[]
  /** 44 digits, and the text of the Pix code; empty where the state gave none. */
  readonly codigoBarras: string
  readonly linhaDigitavel: string
  readonly pix: string
  /** Of the tests' environment: nothing is paid by it. */
  readonly test: boolean
}

/** Millimetres. A4 is 210 × 297. */
const AT = { x: 10, width: 190 }
const TOP = 12
const ROW = 10
const NOTES = 22
const GAP = 4

const cell = (title: string, value: string, share: number, how: Partial<Cell> = {}): Cell => ({
  title,
  lines: [value],
  share,
  ...how,
})
const money = (title: string, value: string): Cell => cell(title, value, 1, { align: 'right' })

/** The rows of fields, from the top, each with its height. */
function rowsOf(paper: GuidePaper): readonly (readonly [height: number, cells: readonly Cell[]])[] {
  const { values, emitter, receiver } = paper
  return [
    [
      ROW,
      [
        cell('UF favorecida', paper.uf, 2, { bold: true }),
        cell('Código da receita', paper.receita, 5),
        cell('Nº de controle', paper.controle, 3),
        cell('Data de vencimento', paper.due, 2, { bold: true }),
      ],
    ],
    [
      ROW,
      [
        cell('Nº do documento de origem', paper.origin, 6),
        cell('Período de referência', paper.month, 2),
        cell('Válido para pagamento até', paper.limit, 2, { bold: true }),
      ],
    ],
    [
      ROW,
      [
        money('Valor principal (R$)', values.principal),
        money('Fundo de pobreza (R$)', values.fund),
        money('Juros (R$)', values.interest),
        money('Multa (R$)', values.fine),
        { ...money('Total a recolher (R$)', values.total), bold: true, shaded: true, size: 12 },
      ],
    ],
    [ROW, [cell('Contribuinte emitente', emitter.name, 7), cell('CNPJ / CPF do emitente', emitter.taxId, 3)]],
    [ROW, [cell('Endereço', emitter.address, 7), cell('Município / UF', emitter.town, 3)]],
    [
      ROW,
      [
        cell('Destinatário', receiver.name, 5),
        cell('CNPJ / CPF do destinatário', receiver.taxId, 3),
        cell('Município', receiver.town, 2),
      ],
    ],
    [NOTES, [{ title: 'Informações complementares', lines: paper.notes.slice(0, 4), share: 1 }]],
  ]
}

/** A guide on a sheet: what it is, how to pay it by Pix, and the line with its bars to pay it at a bank. */
export function guideMarks(paper: GuidePaper): readonly Mark[] {
  const title = 'Guia Nacional de Recolhimento de Tributos Estaduais · GNRE'
  const marks: Mark[] = [{ kind: 'words', ...AT, y: TOP, height: 8, text: title, size: 14, bold: true }]
  let y = TOP + 10
  if (paper.test) {
    const text = 'EMITIDA EM AMBIENTE DE HOMOLOGAÇÃO · SEM VALOR PARA PAGAMENTO'
    marks.push({ kind: 'words', ...AT, y, height: 6, text, size: 11, bold: true })
    y += 7
  }
  for (const [height, cells] of rowsOf(paper)) {
    marks.push(...row({ ...AT, y, height }, cells))
    y += height
  }
  y += GAP
  if (paper.pix !== '') {
    marks.push(...pixPanel(paper.pix, y))
    y += 34 + GAP
  }
  if (paper.codigoBarras === '') return marks
  const line = formatLine(paper.linhaDigitavel)
  marks.push({ kind: 'words', ...AT, y, height: 7, text: line, size: 12, bold: true, align: 'center' })
  return [...marks, barcode(paper.codigoBarras, AT.x + (AT.width - BARCODE.width) / 2 - BARCODE.quiet, y + 9)]
}
