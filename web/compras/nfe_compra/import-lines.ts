import { nfeCompraItemFields } from '../../../core/fields/compras/nfe-compra'
import { gtin14 } from '../../../core/br/gtin'
import { CoreError } from '../../../core/errors'
import { invoiceFactor } from '../../../core/fiscal/invoice-unit'
import { freightShares } from '../../../core/fiscal/item-cost'
import { decimal, type Decimal } from '../../../core/money/decimal'
import { entryItem } from '../../../core/stock/entry-item'
import { placesOf } from '../../ui/documents/places'
import { fieldsOf } from '../../ui/fields-of'
import { amountOf, displayName } from '../../ui/format'
import { ACTIVE_PRODUCTS, productCodes } from '../../ui/form/product'
import type { Line, LineColumn } from '../../ui/lines/lines-state'
import { textOf, type Row, type Values } from '../../ui/row'

const item = fieldsOf(nfeCompraItemFields)

const CHOSEN = 'escolhida'

/** Why a product stands in a line: the machine's suggestion with its reason, a person's choice, or a product to be created. */
export function reasonOf(line: Values): string {
  if (textOf(line.mercadoria_id) === '') return 'será criada'
  return item.word('motivo', line.motivo) || textOf(line.motivo)
}

const isSuggested = (line: Values): boolean => item.word('motivo', line.motivo) !== ''

/** What is told of freight beyond the invoice's own, or below it, as each item bears it. */
export function withFreight(lines: readonly Line[], change: Decimal): readonly Line[] {
  const shares = freightShares(
    change,
    lines.map((line) => ({ vProd: amountOf(line.vProd), vFrete: amountOf(line.vFrete) })),
  )
  return lines.map((line, index) => costed({ ...line, vFreteCusto: Number(shares[index]?.toFixed(2) ?? 0) }))
}

/** The line with its quantity in our units and the cost of one of them, by the core. */
export function costed(line: Line): Line {
  try {
    const whole = decimal(amountOf(line.vTotal)).plus(amountOf(line.vFreteCusto))
    const { qTrib, vUnTrib } = entryItem({
      qCom: amountOf(line.qCom),
      vUnCom: 0,
      fatorConversao: amountOf(line.fatorConversao),
      vProd: whole,
    })
    return { ...line, qEstoque: Number(qTrib.toString()), vCustoUn: Number(vUnTrib.toFixed(4)) }
  } catch (error) {
    if (error instanceof CoreError) return line
    throw error
  }
}

/** The product that a person chose, counted as its unit says; a new one as the invoice taxes it. */
function pickProduct(line: Line, row: Row | null): Line {
  const told = (name: string): string | null => textOf(line[name]) || null
  const { factor } = invoiceFactor(
    {
      uCom: told('uCom'),
      uTrib: told('uTrib'),
      qCom: amountOf(line.qCom).toString(),
      qTrib: amountOf(line.qTrib).toString(),
      cEAN: told('cEAN'),
      cEANTrib: told('cEANTrib'),
    },
    row === null ? { un: told('uTrib'), codes: [] } : { un: textOf(row.un) || null, codes: [gtin14(textOf(row.cEAN))] },
  )
  const fatorConversao = Number(factor)
  return {
    ...line,
    mercadoria_id: row?.id ?? null,
    mercadoria: row,
    motivo: row === null ? null : CHOSEN,
    fatorConversao,
  }
}

const tone = (line: Line): 'warn' | 'accent' | undefined =>
  textOf(line.mercadoria_id) === '' ? 'warn' : isSuggested(line) ? 'accent' : undefined

/** Columns of the import grid: the invoice's words at the left, ours at the right. */
export const importColumns: readonly LineColumn[] = [
  item.line('nItem', { label: 'Item', kind: 'text', width: 52 }),
  item.line('xProd', { label: 'Na nota', show: (line) => `${textOf(line.cProd)} · ${textOf(line.xProd)}` }),
  item.line('qCom', { label: 'Quant.', width: 76 }),
  item.line('uCom', { label: 'Un', width: 48 }),
  item.lineTo('mercadoria_id', 'mercadoria', {
    required: false,
    where: ACTIVE_PRODUCTS,
    detail: productCodes,
    pick: pickProduct,
    show: (line) => (textOf(line.mercadoria_id) === '' ? 'Criar nova' : displayName(line.mercadoria)),
    tone,
  }),
  item.line('motivo', { width: 156, show: reasonOf, tone }),
  item.line('fatorConversao', { label: 'Fator', width: 72, editable: true, required: true }),
  item.line('qEstoque', { width: 76 }),
  item.lineTo('armazenamento_id', 'estoque/armazenamento', { width: 110, where: placesOf }),
  item.line('vTotal', { width: 96, sum: true }),
  item.line('vCustoUn', { label: 'Custo un.', kind: 'money', decimals: 4, width: 96 }),
]

/** The decisions of the grid, as the import takes them. */
export function choicesOf(lines: readonly Line[]): readonly Values[] {
  return lines.map((line) => ({
    nItem: line.nItem,
    mercadoria_id: line.mercadoria_id ?? null,
    criar: textOf(line.mercadoria_id) === '',
    fatorConversao: line.fatorConversao ?? 1,
    armazenamento_id: line.armazenamento_id ?? null,
  }))
}
