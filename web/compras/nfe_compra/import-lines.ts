import { CoreError } from '../../../core/errors'
import { decimal, type Decimal } from '../../../core/money/decimal'
import { entryItem } from '../../../core/stock/entry-item'
import { apportion } from '../../../core/tax/apportion'
import { amountOf, displayName } from '../../ui/format'
import { placesOf } from '../../ui/documents/places'
import { ACTIVE_PRODUCTS, productCodes } from '../../ui/form/product-field'
import type { Line, LineColumn } from '../../ui/lines/lines-state'
import { referenceLine } from '../../ui/lines/reference-line'
import { textOf, type Row, type Values } from '../../ui/row'

const REASONS: Readonly<Record<string, string>> = {
  codigo: 'código do fornecedor',
  ean: 'código de barras',
  descricao: 'mesma descrição',
}

const CHOSEN = 'escolhida'

/** Why a product stands in a line: the machine's suggestion with its reason, a person's choice, or a product to be created. */
export function reasonOf(line: Values): string {
  if (textOf(line.mercadoria_id) === '') return 'será criada'
  return REASONS[textOf(line.motivo)] ?? textOf(line.motivo)
}

const isSuggested = (line: Values): boolean => REASONS[textOf(line.motivo)] !== undefined

/** Freight beyond the invoice's own, shared over the items by their value. */
export function withFreight(lines: readonly Line[], extra: Decimal): readonly Line[] {
  if (extra.sign() <= 0) return lines.map((line) => costed({ ...line, vFreteCusto: 0 }))
  const shares = apportion(
    extra,
    lines.map((line) => amountOf(line.vProd)),
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

function pickProduct(line: Line, row: Row | null): Line {
  return { ...line, mercadoria_id: row?.id ?? null, mercadoria: row, motivo: row === null ? null : CHOSEN }
}

/** Columns of the import grid: the invoice's words at the left, ours at the right. */
export const importColumns: readonly LineColumn[] = [
  { field: 'nItem', label: 'Item', width: 44 },
  { field: 'xProd', label: 'Na nota', show: (line) => `${textOf(line.cProd)} · ${textOf(line.xProd)}` },
  { field: 'qCom', label: 'Quant.', kind: 'number', decimals: 4, width: 76 },
  { field: 'uCom', label: 'Un', width: 48 },
  referenceLine('mercadoria_id', 'Mercadoria', 'mercadoria', {
    where: ACTIVE_PRODUCTS,
    detail: productCodes,
    pick: pickProduct,
    show: (line) => (textOf(line.mercadoria_id) === '' ? 'Criar nova' : displayName(line.mercadoria)),
    tone: (line) => (textOf(line.mercadoria_id) === '' ? 'warn' : isSuggested(line) ? 'accent' : undefined),
  }),
  {
    field: 'motivo',
    label: 'Por quê',
    width: 156,
    show: reasonOf,
    tone: (line) => (textOf(line.mercadoria_id) === '' ? 'warn' : isSuggested(line) ? 'accent' : undefined),
  },
  { field: 'fatorConversao', label: 'Fator', kind: 'number', decimals: 10, width: 72, editable: true, required: true },
  { field: 'qEstoque', label: 'Entra', kind: 'number', decimals: 4, width: 76 },
  referenceLine('armazenamento_id', 'Local', 'estoque/armazenamento', { width: 110, where: placesOf }),
  { field: 'vTotal', label: 'Total', kind: 'money', width: 96, sum: true },
  { field: 'vCustoUn', label: 'Custo un.', kind: 'money', decimals: 4, width: 96 },
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
