import { type Danfse, danfseOf } from '../../../core/fiscal/nfse/danfse'
import type { Pen } from '../../relatorios/pen'
import { drawn } from '../danfe/danfe-pdf'

/** The paper of a note of services (DANFSe) on A4, drawn by us: the national service that gave it as PDF has ended. */

const PAGE = { width: 595.28, height: 841.89, left: 28, top: 28, bottom: 813 }
const WIDTH = PAGE.width - 2 * PAGE.left
const ROW = 22
const TITLE = 13
const TEXT = 9
const HEAD = 96
const QR = 72

/** Papers of notes in one file; `cancelled`: all, or those with these keys. Throws what `danfseOf` throws. */
export async function danfsesPdf(
  xmls: readonly string[],
  cancelled: boolean | readonly string[] = false,
): Promise<Uint8Array<ArrayBuffer>> {
  const papers = xmls.map(danfseOf)
  return drawn(papers.map(({ chNFSe }) => `DANFSe ${chNFSe}`).join(', '), (pen) => {
    for (const paper of papers)
      draw(pen, paper, typeof cancelled === 'boolean' ? cancelled : cancelled.includes(paper.chNFSe))
  })
}

function draw(pen: Pen, paper: Danfse, cancelled: boolean): void {
  const begin = (): number => {
    pen.pdf.addPage({ size: [PAGE.width, PAGE.height], margin: 0 })
    const mark = cancelled ? 'NFS-e CANCELADA' : paper.test ? 'SEM VALOR FISCAL' : ''
    if (mark !== '') pen.mark(mark, { x: PAGE.left, y: 280, width: WIDTH, height: 320 })
    return PAGE.top
  }
  let y = head(pen, paper, begin())
  for (const { title, rows } of paper.blocks) {
    pen.text(title, PAGE.left, y + 3, { face: 'bold', size: 7 })
    y += TITLE
    for (const row of rows) {
      const width = WIDTH / row.length
      for (const [at, [name, value]] of row.entries())
        pen.field({ x: PAGE.left + at * width, y, width, height: ROW }, name, value)
      y += ROW
    }
  }
  for (const [title, text] of paper.texts) y = paragraphs(pen, begin, { title, text, y: y + 4 })
}

function head(pen: Pen, { chNFSe, url, test }: Danfse, y: number): number {
  pen.frame({ x: PAGE.left, y, width: WIDTH, height: HEAD })
  const left = WIDTH - QR - 40
  const middle = { align: 'center', width: left } as const
  pen.text('DANFSe', PAGE.left, y + 8, { face: 'bold', size: 16, ...middle })
  pen.text('Documento Auxiliar da NFS-e', PAGE.left, y + 28, { face: 'bold', size: 10, ...middle })
  if (test) pen.text('NFS-e SEM VALIDADE JURÍDICA', PAGE.left, y + 42, { face: 'bold', size: 8, ...middle })
  pen.field({ x: PAGE.left, y: y + HEAD - 38, width: left, height: 38 }, 'CHAVE DE ACESSO DA NFS-e', chNFSe)
  const x = PAGE.left + left + 20
  pen.qr(url, x, y + 10, QR)
  pen.text('Consulte pelo QR Code ou em www.nfse.gov.br', PAGE.left + left, y + HEAD - 9, {
    size: 5,
    align: 'center',
    width: QR + 40,
  })
  return y + HEAD
}

/** A text under its title, over as many pages as it takes; answers where it ends. */
function paragraphs(
  pen: Pen,
  begin: () => number,
  { title, text, y }: { readonly title: string; readonly text: string; readonly y: number },
): number {
  const lines = pen.lines(text, { size: TEXT }, WIDTH - 12)
  const tall = pen.height(1, TEXT)
  let [top, at] = [y, 0]
  while (at < lines.length) {
    const fits = Math.floor((PAGE.bottom - top - 20) / tall)
    if (fits < 1) {
      top = begin()
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
