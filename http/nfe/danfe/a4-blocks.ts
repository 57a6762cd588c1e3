import type { Danfe, DanfeField, DanfeParty, DanfeVolume } from '../../../core/fiscal/danfe/types'
import { joined } from '../../../core/fiscal/danfe/write'
import type { Pen } from '../../relatorios/pen'

/** A field of a row: title, value, and its share of the width. */
interface Cell {
  readonly title: string
  readonly value: string
  readonly share: number
  readonly align?: 'left' | 'center' | 'right'
  readonly bold?: boolean
}

/** A block of the DANFE: its title over rows of fields. */
export interface Block {
  readonly title: string
  readonly rows: readonly (readonly Cell[])[]
}

export const ROW = 20
export const BLOCK_TITLE = 9

const cell = (title: string, value: string, share: number, align: Cell['align'] = 'left'): Cell => ({
  title,
  value,
  share,
  align,
})
const fields = (row: readonly DanfeField[], align: Cell['align'] = 'right'): Cell[] =>
  row.map(([title, value]) => ({ title, value, share: 1, align, bold: /TOTAL DA NOTA/.test(title) }))

/** The blocks between the head and the items, in the manual's order. A wide page has fewer rows. */
export function blocksOf(danfe: Danfe, wide: boolean): Block[] {
  const { collection, delivery, invoice, payments } = danfe
  return [
    { title: 'DESTINATÁRIO / REMETENTE', rows: recipientRows(danfe, wide) },
    ...placeBlock('INFORMAÇÕES DO LOCAL DE RETIRADA', collection),
    ...placeBlock('INFORMAÇÕES DO LOCAL DE ENTREGA', delivery),
    ...(invoice.length > 0 ? [{ title: 'FATURA', rows: [fields(invoice)] }] : []),
    ...(danfe.dues.length === 0 && payments.length > 0
      ? [{ title: 'PAGAMENTO', rows: chunks(payments, 6).map((row) => fields(row)) }]
      : []),
  ]
}

/** Those after the dues. */
export function lowerBlocksOf(danfe: Danfe, wide: boolean): Block[] {
  const { taxes, reform } = danfe
  const rows = [...taxes, ...(reform.length > 0 ? [reform] : [])]
  return [
    { title: 'CÁLCULO DO IMPOSTO', rows: rows.map((row) => fields(row)) },
    { title: 'TRANSPORTADOR / VOLUMES TRANSPORTADOS', rows: transportRows(danfe, wide) },
  ]
}

function recipientRows({ dest, issued, left }: Danfe, wide: boolean): Cell[][] {
  const first = [
    cell('NOME / RAZÃO SOCIAL', dest.name, 6),
    cell('CNPJ / CPF', dest.taxId, 2, 'center'),
    cell('DATA DA EMISSÃO', issued.day, 1.3, 'center'),
  ]
  const address = [
    cell('ENDEREÇO', dest.street, 4.6),
    cell('BAIRRO / DISTRITO', dest.district, 2.4),
    cell('CEP', dest.CEP, 1, 'center'),
  ]
  const town = [
    cell('MUNICÍPIO', dest.town, 3.6),
    cell('UF', dest.UF, 0.5, 'center'),
    cell('FONE / FAX', dest.phone, 1.7, 'center'),
    cell('INSCRIÇÃO ESTADUAL', dest.IE, 2.2, 'center'),
  ]
  const day = cell('DATA DA SAÍDA/ENTRADA', left.day, 1.3, 'center')
  const time = cell('HORA DA SAÍDA/ENTRADA', left.time, 1.3, 'center')
  return wide
    ? [
        [...first, day, time],
        [...address, ...town],
      ]
    : [first, [...address, day], [...town, time]]
}

function placeBlock(title: string, place: DanfeParty | null): Block[] {
  if (place === null) return []
  const { name, taxId, IE, street, district, CEP, town, UF, phone } = place
  return [
    {
      title,
      rows: [
        [
          cell('NOME / RAZÃO SOCIAL', name, 6),
          cell('CNPJ / CPF', taxId, 2, 'center'),
          cell('INSCRIÇÃO ESTADUAL', IE, 1.6, 'center'),
        ],
        [
          cell('ENDEREÇO', joined([street, district], ' - '), 5),
          cell('CEP', CEP, 1, 'center'),
          cell('MUNICÍPIO', town, 2.4),
          cell('UF', UF, 0.5, 'center'),
          cell('FONE / FAX', phone, 1.5, 'center'),
        ],
      ],
    },
  ]
}

function transportRows({ transport }: Danfe, wide: boolean): Cell[][] {
  const { carrier, payer, ANTT, plate, plateUF, volumes } = transport
  const who = [
    cell('NOME / RAZÃO SOCIAL', carrier.name, 4),
    cell('FRETE POR CONTA', payer, 1.8),
    cell('CÓDIGO ANTT', ANTT, 1.2, 'center'),
    cell('PLACA DO VEÍCULO', plate, 1.2, 'center'),
    cell('UF', plateUF, 0.5, 'center'),
    cell('CNPJ / CPF', carrier.taxId, 1.9, 'center'),
  ]
  const where = [
    cell('ENDEREÇO', carrier.street, 4.4),
    cell('MUNICÍPIO', carrier.town, 3.2),
    cell('UF', carrier.UF, 0.5, 'center'),
    cell('INSCRIÇÃO ESTADUAL', carrier.IE, 1.9, 'center'),
  ]
  const goods = volumesShown(volumes).map((one) => [
    cell('QUANTIDADE', one.quantity, 1, 'right'),
    cell('ESPÉCIE', one.kind, 1.7),
    cell('MARCA', one.brand, 1.7),
    cell('NUMERAÇÃO', one.number, 1.7),
    cell('PESO BRUTO', one.gross, 1.2, 'right'),
    cell('PESO LÍQUIDO', one.net, 1.2, 'right'),
  ])
  return wide ? [[...who, ...where], ...goods] : [who, where, ...goods]
}

const MOST_VOLUMES = 3
const NO_VOLUME: DanfeVolume = { quantity: '', kind: '', brand: '', number: '', gross: '', net: '' }

/** As many volumes as have room; of more, how many there are is said in the last row. */
function volumesShown(volumes: readonly DanfeVolume[]): readonly DanfeVolume[] {
  if (volumes.length === 0) return [NO_VOLUME]
  if (volumes.length <= MOST_VOLUMES) return volumes
  const shown = volumes.slice(0, MOST_VOLUMES - 1)
  return [...shown, { ...NO_VOLUME, kind: `e outros: ${volumes.length - shown.length}` }]
}

/** Rows of at most so many; the last is filled up. */
function chunks(list: readonly DanfeField[], most: number): (readonly DanfeField[])[] {
  const rows: (readonly DanfeField[])[] = []
  for (let at = 0; at < list.length; at += most) {
    const row = list.slice(at, at + most)
    const missing = at === 0 ? 0 : most - row.length
    rows.push([...row, ...Array.from({ length: missing }, () => ['', ''] as const)])
  }
  return rows
}

/** Draws a block; answers where the next begins. */
export function drawBlock(
  pen: Pen,
  { title, rows }: Block,
  { x, y, width }: { readonly x: number; readonly y: number; readonly width: number },
): number {
  pen.text(title, x, y + 2, { face: 'bold', size: 6.5 })
  let top = y + BLOCK_TITLE
  for (const row of rows) {
    drawRow(pen, row, { x, y: top, width })
    top += ROW
  }
  return top
}

/** A row of fields over a width. */
export function drawRow(
  pen: Pen,
  row: readonly Cell[],
  { x, y, width }: { readonly x: number; readonly y: number; readonly width: number },
): void {
  const unit = width / row.reduce((all, { share }) => all + share, 0)
  let left = x
  for (const { title, value, share, align, bold } of row) {
    pen.field({ x: left, y, width: share * unit, height: ROW }, title, value, {
      ...(align && { align }),
      ...(bold && { bold }),
    })
    left += share * unit
  }
}

export const blockHeight = ({ rows }: Block): number => BLOCK_TITLE + rows.length * ROW
