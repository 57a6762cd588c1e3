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

/** How a guide was paid: texts as people read them, empty where nothing is known of it. */
export interface GuideProof {
  readonly day: string
  readonly value: string
  readonly account: string
  /** What the bank says that it paid by: its authentication, and its number of the payment. */
  readonly authentication: string
  readonly number: string
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

/** What a sheet begins with: its title, that it is a test's, and the fields of the guide; answers where it goes on. */
function begun(paper: GuidePaper, title: string): { readonly marks: Mark[]; readonly y: number } {
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
  return { marks, y: y + GAP }
}

/** The line of a guide with its bars under it; nothing where the state gave none. */
function barred({ codigoBarras, linhaDigitavel }: GuidePaper, y: number): readonly Mark[] {
  if (codigoBarras === '') return []
  const line = formatLine(linhaDigitavel)
  return [
    { kind: 'words', ...AT, y, height: 7, text: line, size: 12, bold: true, align: 'center' },
    barcode(codigoBarras, AT.x + (AT.width - BARCODE.width) / 2 - BARCODE.quiet, y + 9),
  ]
}

/** The proof that a guide was paid, on a sheet: what it is, when, how much and from which account it was paid, what the bank says of it, and its bars. */
export function proofMarks(paper: GuidePaper, proof: GuideProof): readonly Mark[] {
  const { marks, y } = begun(paper, 'Comprovante de pagamento · GNRE')
  const paid: readonly Cell[] = [
    cell('Data do pagamento', proof.day, 2, { bold: true }),
    cell('Conta', proof.account, 5),
    { ...money('Valor pago (R$)', proof.value), share: 3, bold: true, shaded: true, size: 12 },
  ]
  const bank = [cell('Autenticação do banco', proof.authentication, 7), cell('Número no banco', proof.number, 3)]
  marks.push(...row({ ...AT, y, height: ROW }, paid), ...row({ ...AT, y: y + ROW, height: ROW }, bank))
  return [...marks, ...barred(paper, y + 2 * ROW + GAP)]
}

/** A guide on a sheet: what it is, how to pay it by Pix, and the line with its bars to pay it at a bank. */
export function guideMarks(paper: GuidePaper): readonly Mark[] {
  const { marks, y } = begun(paper, 'Guia Nacional de Recolhimento de Tributos Estaduais · GNRE')
  if (paper.pix === '') return [...marks, ...barred(paper, y)]
  return [...marks, ...pixPanel(paper.pix, y), ...barred(paper, y + 34 + GAP)]
}
