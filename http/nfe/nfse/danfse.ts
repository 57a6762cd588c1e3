import { type Danfse, danfseOf } from '../../../core/fiscal/nfse/danfse'
import { nfseLife } from '../../../core/lifecycle/nfse'
import type { Pen } from '../../relatorios/pen'
import { drawn } from '../danfe/danfe-pdf'
import { paragraphs, SHEET, SHEET_WIDTH } from '../danfe/paragraphs'

/** The paper of a note of services (DANFSe) on A4, drawn by us: the national service that gave it as PDF has ended. */

const ROW = 22
const TITLE = 13
const TEXT = 9
const HEAD = 96
const QR = 72

type Ended = Extract<keyof typeof nfseLife.states, 'cancelada' | 'substituida'>

/** A note that is drawn: as the system gave it, and how it has ended, if it has. */
export interface Drawn {
  readonly xml: string
  readonly ended: Ended | null
  /** It has no fiscal value, whatever its XML says: a city's tells no environment. */
  readonly isTest: boolean
}

/** How a note has ended, by its dates. */
export const endOf = (note: { readonly dhCancelamento: unknown; readonly dhSubstituicao: unknown }): Drawn['ended'] =>
  note.dhCancelamento === null ? (note.dhSubstituicao === null ? null : 'substituida') : 'cancelada'

/** Papers of notes in one file. Throws what `danfseOf` throws. */
export async function danfsesPdf(notes: readonly Drawn[]): Promise<Uint8Array<ArrayBuffer>> {
  const papers = notes.map(({ xml, ended, isTest }) => {
    const paper = danfseOf(xml)
    return { ended, paper: { ...paper, test: paper.test || isTest } }
  })
  return drawn(papers.map(({ paper: { key } }) => `DANFSe ${key[1]}`).join(', '), (pen) => {
    for (const { paper, ended } of papers) draw(pen, paper, ended)
  })
}

function draw(pen: Pen, paper: Danfse, ended: Drawn['ended']): void {
  const begin = (): number => {
    pen.pdf.addPage({ size: [SHEET.width, SHEET.height], margin: 0 })
    const mark = ended ? `NFS-e ${nfseLife.states[ended].word.toUpperCase()}` : paper.test ? 'SEM VALOR FISCAL' : ''
    if (mark !== '') pen.mark(mark, { x: SHEET.left, y: 280, width: SHEET_WIDTH, height: 320 })
    return SHEET.top
  }
  let y = head(pen, paper, begin())
  for (const { title, rows } of paper.blocks) {
    pen.text(title, SHEET.left, y + 3, { face: 'bold', size: 7 })
    y += TITLE
    for (const row of rows) {
      const width = SHEET_WIDTH / row.length
      for (const [at, [name, value]] of row.entries())
        pen.field({ x: SHEET.left + at * width, y, width, height: ROW }, name, value)
      y += ROW
    }
  }
  for (const [title, text] of paper.texts) y = paragraphs(pen, { size: TEXT, begin, title, text, y: y + 4 })
}

function head(pen: Pen, { key, url, layout, test }: Danfse, y: number): number {
  pen.frame({ x: SHEET.left, y, width: SHEET_WIDTH, height: HEAD })
  const left = SHEET_WIDTH - QR - 40
  const middle = { align: 'center', width: left } as const
  pen.text('DANFSe', SHEET.left, y + 8, { face: 'bold', size: 16, ...middle })
  pen.text('Documento Auxiliar da NFS-e', SHEET.left, y + 28, { face: 'bold', size: 10, ...middle })
  pen.text(layout, SHEET.left, y + 42, { size: 8, ...middle })
  if (test) pen.text('NFS-e SEM VALIDADE JURÍDICA', SHEET.left, y + 50, { face: 'bold', size: 7, ...middle })
  pen.field({ x: SHEET.left, y: y + HEAD - 38, width: left, height: 38 }, ...key)
  if (url === null) return y + HEAD
  const x = SHEET.left + left + 20
  pen.qr(url, x, y + 10, QR)
  pen.text('Consulte pelo QR Code ou em www.nfse.gov.br', SHEET.left + left, y + HEAD - 9, {
    size: 5,
    align: 'center',
    width: QR + 40,
  })
  return y + HEAD
}
