import type { Danfe } from '../../../core/fiscal/danfe/types'
import { joined } from '../../../core/fiscal/danfe/write'
import { drawRow, ROW } from './a4-blocks'
import { noticesOf } from './notices'
import type { Box, Pen } from '../../relatorios/pen'

/** The parts of the DANFE that come before its blocks: receipt stub, identification, and what must be read at once. */

export const STUB = 40
const HEAD = 92
const NOTICE = 11

/** The receipt that stays with the seller; `width` is its long side. */
export function drawStub(pen: Pen, danfe: Danfe, { x, y, width, height }: Box): void {
  const right = 92
  const text = `RECEBEMOS DE ${danfe.emit.name} OS PRODUTOS E/OU SERVIÇOS CONSTANTES DA NOTA FISCAL ELETRÔNICA INDICADA AO LADO. EMISSÃO: ${danfe.issued.day}  VALOR TOTAL: R$ ${danfe.totals.total}  DESTINATÁRIO: ${joined([danfe.dest.name, danfe.dest.street, danfe.dest.district, joined([danfe.dest.town, danfe.dest.UF], '-')], ' - ')}`
  const half = height / 2
  const left = width - right
  pen.frame({ x, y, width: left, height: half })
  pen.fit({ x: x + 2, y: y + 1, width: left - 4, height: half - 2 }, text)
  pen.field({ x, y: y + half, width: 130, height: half }, 'DATA DE RECEBIMENTO', '')
  pen.field({ x: x + 130, y: y + half, width: left - 130, height: half }, 'IDENTIFICAÇÃO E ASSINATURA DO RECEBEDOR', '')
  pen.frame({ x: x + left, y, width: right, height })
  const middle = { face: 'bold', align: 'center', width: right } as const
  pen.text('NF-e', x + left, y + 3, { ...middle, size: 11 })
  pen.text(`Nº ${danfe.number}`, x + left, y + 16, { ...middle, size: 10 })
  pen.text(`SÉRIE ${danfe.serie}`, x + left, y + 28, { ...middle, size: 10 })
}

interface HeadPlace {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly logo: Uint8Array | undefined
}

/** Emitter, name of the document, key and bars, and the rows under them. Answers where the blocks begin and where the number of the page comes. */
export function drawHead(
  pen: Pen,
  danfe: Danfe,
  { x, y, width, logo }: HeadPlace,
): { readonly bottom: number; readonly folio: Box } {
  const title = 92
  const control = Math.max(252, width * 0.42)
  const emitter = width - title - control
  drawEmitter(pen, danfe, { x, y, width: emitter, height: HEAD }, logo)
  drawTitle(pen, danfe, { x: x + emitter, y, width: title, height: HEAD })
  drawControl(pen, danfe, { x: x + emitter + title, y, width: control, height: HEAD })
  const share = control / width
  drawRow(
    pen,
    [
      { title: 'NATUREZA DA OPERAÇÃO', value: danfe.natOp, share: 1 - share },
      { ...protocolField(danfe), share, align: 'center' },
    ],
    { x, y: y + HEAD, width },
  )
  drawRow(
    pen,
    [
      { title: 'INSCRIÇÃO ESTADUAL', value: danfe.emit.IE, share: 1, align: 'center' },
      { title: 'INSCRIÇÃO ESTADUAL DO SUBST. TRIBUT.', value: danfe.emit.IEST, share: 1, align: 'center' },
      { title: 'CNPJ / CPF', value: danfe.emit.taxId, share: 1, align: 'center' },
    ],
    { x, y: y + HEAD + ROW, width },
  )
  return {
    bottom: drawNotices(pen, danfe, { x, y: y + HEAD + 2 * ROW, width }),
    folio: { x: x + emitter, y: y + 81, width: title, height: 10 },
  }
}

function drawNotices(pen: Pen, danfe: Danfe, { x, y, width }: Omit<Box, 'height'>): number {
  const notices = noticesOf(danfe.emission, 'NF-e')
  for (const [at, notice] of notices.entries())
    pen.text(notice, x, y + 2 + at * NOTICE, { face: 'bold', size: 9, align: 'center', width })
  return y + (notices.length > 0 ? notices.length * NOTICE + 2 : 0)
}

/** The protocol, or what stands in its place in contingency. */
function protocolField({ protocol, emission }: Danfe): { readonly title: string; readonly value: string } {
  if (emission.contingency === 'form') return { title: 'DADOS DA NF-e', value: grouped(emission.contingencyKey ?? '') }
  if (emission.contingency === 'epec') return { title: 'PROTOCOLO DO EPEC', value: protocol }
  return {
    title: emission.denied ? 'PROTOCOLO DE DENEGAÇÃO DE USO' : 'PROTOCOLO DE AUTORIZAÇÃO DE USO',
    value: protocol,
  }
}

const grouped = (digits: string): string => digits.replace(/(.{4})(?=.)/g, '$1 ')

function drawEmitter(pen: Pen, { emit }: Danfe, box: Box, logo: Uint8Array | undefined): void {
  pen.frame(box)
  const side = logo === undefined ? 0 : Math.min(70, box.width * 0.3)
  if (logo !== undefined)
    pen.pdf.image(Buffer.from(logo), box.x + 4, box.y + 10, {
      fit: [side, box.height - 20],
      align: 'center',
      valign: 'center',
    })
  const [x, width] = [box.x + side + 6, box.width - side - 12]
  pen.text('IDENTIFICAÇÃO DO EMITENTE', box.x, box.y + 2, { size: 6, align: 'center', width: box.width })
  pen.fit({ x, y: box.y + 11, width, height: 26 }, emit.name, { face: 'bold', align: 'center' })
  const lines = [
    emit.street,
    joined([emit.district, emit.CEP], ' - '),
    joined([emit.town, emit.UF], ' - '),
    joined([emit.phone === '' ? '' : `Fone: ${emit.phone}`, emit.email], '  '),
  ].filter(Boolean)
  const tall = (box.height - 42) / Math.max(4, lines.length)
  for (const [at, line] of lines.entries())
    pen.fit({ x, y: box.y + 39 + at * tall, width, height: tall - 1 }, line, { align: 'center' })
}

function drawTitle(pen: Pen, danfe: Danfe, box: Box): void {
  pen.frame(box)
  const { x, y, width } = box
  const middle = { align: 'center', width } as const
  pen.text('DANFE', x, y + 3, { face: 'bold', size: 13, ...middle })
  pen.rows(['Documento Auxiliar da', 'Nota Fiscal Eletrônica'], x, y + 18, { size: 8, ...middle })
  pen.rows(['0 - ENTRADA', '1 - SAÍDA'], x + 8, y + 40, { size: 8 })
  pen.frame({ x: x + width - 28, y: y + 39, width: 18, height: 17 })
  pen.text(danfe.tpNF, x + width - 28, y + 42, { face: 'bold', size: 11, align: 'center', width: 18 })
  pen.text(`Nº ${danfe.number}`, x, y + 60, { face: 'bold', size: 10, ...middle })
  pen.text(`SÉRIE ${danfe.serie}`, x, y + 70.5, { face: 'bold', size: 10, ...middle })
}

/** Writes which page of how many this is, where the head left room for it. */
export function drawFolio(pen: Pen, { x, y, width }: Box, text: string): void {
  pen.text(text, x, y, { face: 'bold', size: 10, align: 'center', width })
}

function drawControl(pen: Pen, danfe: Danfe, { x, y, width, height }: Box): void {
  pen.frame({ x, y, width, height })
  pen.bars(danfe.chNFe, { x: x + 4, y: y + 5, width: width - 8, height: 30 })
  pen.line(x, y + 39, x + width, y + 39)
  pen.text('CHAVE DE ACESSO', x + 2, y + 40.2, { size: 6 })
  pen.text(danfe.key, x, y + 47.5, { face: 'bold', size: 9, align: 'center', width })
  pen.line(x, y + 59, x + width, y + 59)
  const second = danfe.emission.contingencyKey
  if (second !== null) {
    pen.bars(second, { x: x + 4, y: y + 62, width: width - 8, height: 24 })
    return
  }
  pen.rows(
    [
      'Consulta de autenticidade no portal nacional da NF-e',
      'www.nfe.fazenda.gov.br/portal',
      'ou no site da Sefaz Autorizadora',
    ],
    x,
    y + 62,
    { size: 8, align: 'center', width },
  )
}
