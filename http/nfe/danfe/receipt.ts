import type { Danfe, DanfeItem, DanfeParty } from '../../../core/fiscal/danfe/types'
import { joined } from '../../../core/fiscal/danfe/write'
import { type DocumentName, markOf, noticesOf } from './notices'
import { MM, type Pen } from '../../relatorios/pen'
import { Roll } from './roll'

/** Receipts of 80 mm: the DANFE of an NFC-e, and the Simplificado Tipo 2 of an NF-e, which has the same divisions (NT 2026.003). */

const PAPER = 80 * MM
/** Millimetres of a side of the QR Code; 25 is the least. */
const QR_SIDE = 32
const SMALL = 6.5
const MIDDLE = { align: 'center' } as const
const BOLD = { face: 'sansBold' } as const
const HEADING = { ...MIDDLE, ...BOLD }

/** Draws a receipt; of one that is not authorised yet, as it was issued off-line, the consumer's and the company's. */
export function drawReceipt(pen: Pen, danfe: Danfe): void {
  const copies = danfe.emission.contingency === 'offline' ? ['Via do consumidor', 'Via da empresa'] : ['']
  for (const copy of copies) drawCopy(pen, danfe, copy)
}

function drawCopy(pen: Pen, danfe: Danfe, copy: string): void {
  const name: DocumentName = danfe.mod === '65' ? 'NFC-e' : 'NF-e'
  const roll = new Roll(pen, PAPER)
  head(roll, danfe, name)
  roll.rule()
  for (const [at, item] of danfe.items.entries()) itemLines(roll, item, at + 1)
  roll.rule()
  totals(roll, danfe)
  reform(roll, danfe)
  roll.rule()
  consult(roll, danfe)
  roll.rule()
  roll.text(consumerText(danfe.dest, danfe.delivery), MIDDLE)
  roll.gap()
  identification(roll, danfe, { name, copy })
  notices(roll, danfe, name)
  messages(roll, danfe)
  roll.draw((width, height) => {
    const mark = markOf(danfe.emission, name)
    if (mark !== '') pen.mark(mark, { x: 0, y: height * 0.2, width, height: Math.min(width, height * 0.6) })
  })
}

function head(roll: Roll, danfe: Danfe, name: DocumentName): void {
  const { emit } = danfe
  roll.text(emit.name, { ...HEADING, size: 9 })
  roll.text(joined([`CNPJ/CPF: ${emit.taxId}`, emit.IE === '' ? '' : `IE: ${emit.IE}`], '  '), MIDDLE)
  roll.text(joined([emit.street, emit.district, joined([emit.town, emit.UF], '-')], ', '), MIDDLE)
  roll.gap()
  if (name === 'NF-e') roll.text('DANFE Simplificado Tipo 2', HEADING)
  roll.text(
    name === 'NF-e'
      ? 'Documento Auxiliar da Nota Fiscal Eletrônica'
      : 'Documento Auxiliar da Nota Fiscal de Consumidor Eletrônica',
    HEADING,
  )
  notices(roll, danfe, name)
}

/** What must be read at once stands at the top and again under the identification. */
function notices(roll: Roll, { emission }: Danfe, name: DocumentName): void {
  for (const notice of noticesOf(emission, name)) roll.gap(0.5).text(notice, { ...HEADING, size: 8 })
}

function itemLines(roll: Roll, item: DanfeItem, n: number): void {
  roll.text(`${String(n).padStart(3, '0')} ${item.code} ${item.description}`)
  roll.pair(`${item.quantity} ${item.unit} x ${item.price}`, item.total)
  if (/[1-9]/.test(item.discount)) roll.pair('Desconto', `-${item.discount}`)
  for (const detail of item.details) roll.text(detail, { size: SMALL })
}

function totals(roll: Roll, { items, totals: sums, payments, change }: Danfe): void {
  roll.pair('Qtde. total de itens', String(items.length))
  roll.pair('Valor total R$', sums.products)
  if (sums.discount !== '') roll.pair('Descontos R$', `-${sums.discount}`)
  if (sums.charges !== '') roll.pair('Frete, seguro e outras despesas R$', sums.charges)
  roll.pair('Valor a pagar R$', sums.total, { ...BOLD, size: 9 })
  roll.gap(0.5).pair('FORMA DE PAGAMENTO', 'VALOR PAGO R$', BOLD)
  for (const [name, amount] of payments) roll.pair(name, amount)
  roll.pair('Troco R$', change === '' ? '0,00' : change)
}

/** IBS, CBS and the selective tax, where the note has them. */
function reform(roll: Roll, danfe: Danfe): void {
  if (danfe.reform.length === 0) return
  roll.rule()
  for (const [title, value] of danfe.reform) roll.pair(title, value)
}

function consult(roll: Roll, danfe: Danfe): void {
  roll.text('Consulte pela Chave de Acesso em', HEADING)
  roll.text(danfe.consult, MIDDLE)
  roll.line(danfe.key)
  if (danfe.qrCode !== '') roll.qr(danfe.qrCode, QR_SIDE)
}

/** Who bought, and where it is brought. */
function consumerText(dest: DanfeParty, delivery: DanfeParty | null): string {
  if (dest.taxId === '') return 'CONSUMIDOR NÃO IDENTIFICADO'
  const place = delivery ?? dest
  return joined(
    [
      `CONSUMIDOR - CNPJ/CPF/ID: ${dest.taxId}`,
      dest.name,
      joined([place.street, place.district, joined([place.town, place.UF], '-')], ', '),
    ],
    ' - ',
  )
}

function identification(
  roll: Roll,
  danfe: Danfe,
  { name, copy }: { readonly name: DocumentName; readonly copy: string },
): void {
  const { number, serie, issued, protocol } = danfe
  roll.text(joined([`${name} nº ${number}`, `Série ${serie}`, joined([issued.day, issued.time], ' ')], '  '), HEADING)
  roll.text(copy, HEADING)
  if (protocol !== '') roll.line(`Protocolo de autorização: ${protocol}`)
}

function messages(roll: Roll, { notes, totals: sums }: Danfe): void {
  if (notes.length === 0 && sums.approximate === '') return
  roll.rule()
  if (sums.approximate !== '')
    roll.text(`Tributos totais incidentes (Lei Federal 12.741/2012): R$ ${sums.approximate}`, { size: SMALL })
  for (const note of notes) roll.text(note, { size: SMALL })
}
