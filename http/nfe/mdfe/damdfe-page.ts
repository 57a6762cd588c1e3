import type { Damdfe } from '../../../core/fiscal/mdfe/damdfe'
import { mdfeLife } from '../../../core/lifecycle/mdfe'
import { MM, type Pen } from '../../relatorios/pen'

/** The DAMDFE on A4, upright (MOC of the MDF-e, annex): who carries what, from where to where, with bars and QR-Code by which it is looked up on the road. */

const PAGE = { width: 595.28, height: 841.89, left: 28, top: 28, bottom: 813 }
const WIDTH = PAGE.width - 2 * PAGE.left
const ROW = 22
const HEAD = 96
/** Millimetres; 25 is the least. */
const QR_SIDE = 28 * MM
const SMALL = 8

/** What was told of a paper beside its XML. */
interface Told {
  readonly cancelled: boolean
}

/** Draws a manifest on as many pages as its documents take. */
export function drawDamdfe(pen: Pen, paper: Damdfe, told: Told): void {
  begin(pen, paper, told)
  let y = head(pen, paper)
  y = rows(pen, y, [
    [
      ['MODELO', '58'],
      ['SÉRIE', paper.serie],
      ['NÚMERO', paper.number],
      ['DATA E HORA DE EMISSÃO', paper.issued],
      ['UF CARREG.', paper.from],
      ['UF DESCARREG.', paper.to],
    ],
    [[protocolTitle(paper), protocolText(paper)]],
    [
      ['QTD. CT-e', paper.counts.CTe],
      ['QTD. NF-e', paper.counts.NFe],
      ['PESO TOTAL', paper.weight],
      ['VALOR DA CARGA (R$)', paper.value],
      ['PERCURSO', paper.way],
    ],
  ])
  y = title(pen, 'MODAL RODOVIÁRIO DE CARGA', y)
  y = rows(pen, y, [
    ...paper.vehicles.map(
      ({ plate, RNTRC, tare }) =>
        [
          ['PLACA', plate],
          ['RNTRC', RNTRC],
          ['TARA', tare],
        ] as const,
    ),
    ...paper.drivers.map(
      ({ CPF, name }) =>
        [
          ['CPF DO CONDUTOR', CPF],
          ['NOME DO CONDUTOR', name],
        ] as const,
    ),
    [['CARREGAMENTO', paper.loading]],
  ])
  list(pen, paper, told, title(pen, 'DOCUMENTOS POR MUNICÍPIO DE DESCARREGAMENTO', y))
}

function begin(pen: Pen, paper: Damdfe, { cancelled }: Told): void {
  pen.pdf.addPage({ size: [PAGE.width, PAGE.height], margin: 0 })
  const mark =
    cancelled || paper.state === 'cancelado'
      ? mdfeLife.states.cancelado.word.toUpperCase()
      : paper.test
        ? 'SEM VALOR FISCAL'
        : unsent(paper)
  if (mark !== '') pen.mark(mark, { x: PAGE.left, y: 300, width: WIDTH, height: 320 })
}

/** A paper before its authorisation is none, but in contingency. */
const unsent = ({ state, contingency }: Damdfe): string =>
  state === 'sem protocolo' && !contingency ? 'NÃO AUTORIZADO' : ''

const protocolTitle = ({ contingency }: Damdfe): string =>
  contingency ? 'EMISSÃO EM CONTINGÊNCIA' : 'PROTOCOLO DE AUTORIZAÇÃO DE USO'

const protocolText = ({ contingency, protocol }: Damdfe): string =>
  contingency ? 'Obrigatória a autorização em 168 horas após esta emissão' : protocol

function head(pen: Pen, paper: Damdfe): number {
  const { left: x, top: y } = PAGE
  const { emit } = paper
  pen.frame({ x, y, width: WIDTH, height: HEAD })
  const half = WIDTH / 2
  pen.fit({ x: x + 6, y: y + 4, width: half - 12, height: 16 }, emit.name, { face: 'bold', largest: 11 })
  pen.rows([...emit.lines, `CNPJ/CPF: ${emit.taxId}   IE: ${emit.IE}`], x + 6, y + 24, { size: SMALL })
  pen.text('DAMDFE', x + 6, y + 62, { face: 'bold', size: 13 })
  pen.text('Documento Auxiliar de Manifesto Eletrônico de Documentos Fiscais', x + 6, y + 79, { size: 7 })
  const right = half - QR_SIDE - 14
  pen.bars(paper.chMDFe, { x: x + half, y: y + 10, width: right, height: 40 })
  pen.text('CHAVE DE ACESSO', x + half, y + 56, { face: 'bold', size: 6.5 })
  pen.fit({ x: x + half, y: y + 64, width: right, height: 10 }, paper.key, { largest: 7.5 })
  pen.text('Consulte em dfe-portal.svrs.rs.gov.br/mdfe', x + half, y + 79, { size: 7 })
  if (paper.qrCode !== '') pen.qr(paper.qrCode, x + WIDTH - QR_SIDE - 7, y + (HEAD - QR_SIDE) / 2, QR_SIDE)
  return y + HEAD + 6
}

/** Rows of fields of one width, each; answers where they end. */
function rows(pen: Pen, top: number, all: readonly (readonly (readonly [title: string, value: string])[])[]): number {
  let y = top
  for (const row of all) {
    const width = WIDTH / row.length
    for (const [at, [name, value]] of row.entries())
      pen.field({ x: PAGE.left + at * width, y, width, height: ROW }, name, value)
    y += ROW
  }
  return y
}

function title(pen: Pen, text: string, y: number): number {
  pen.text(text, PAGE.left, y + 7, { face: 'bold', size: 7 })
  return y + 18
}

/** Towns with the keys that are left there, then what else is said, over as many pages as they take. */
function list(pen: Pen, paper: Damdfe, told: Told, top: number): void {
  const size = SMALL
  const tall = pen.height(1, size)
  let y = top
  const put = (text: string, face: 'bold' | 'plain'): void => {
    if (y + tall > PAGE.bottom) {
      begin(pen, paper, told)
      y = PAGE.top
    }
    pen.text(text, PAGE.left, y, { face, size })
    y += tall
  }
  for (const { town, keys } of paper.unloading) {
    put(town, 'bold')
    for (const key of keys) put(key, 'plain')
  }
  if (paper.notes === '') return
  put('', 'plain')
  put('OBSERVAÇÕES', 'bold')
  for (const line of pen.lines(paper.notes, { size }, WIDTH)) put(line, 'plain')
}
