import { lineFields } from '../../../core/fields/comercial/lines'
import { mercadoriaComputed } from '../../../core/fields/estoque/mercadoria'
import { readDiscounts } from '../../../core/pricing/discount-text'
import { decimal } from '../../../core/money/decimal'
import { earnedOf } from '../../../core/pricing/margin'
import { fieldsOf } from '../../ui/fields-of'
import { amountOf, formatQuantity } from '../../ui/format'
import type { Line, LineColumn } from '../../ui/lines/lines-state'
import { getPath, textOf } from '../../ui/row'
import { nameWithChoices } from './choices'
import { productOf, type Known } from './facts'
import { showLineDiscounts, stepPrice, writeLineDiscounts } from './line'
import { costOf } from './cost'

const item = fieldsOf(lineFields())
const stock = fieldsOf(mercadoriaComputed)

interface ColumnSource {
  readonly facts: Known
  readonly isChosen: (line: Line) => boolean
  readonly onToggle: (line: Line) => void
  readonly onToggleAll: () => void
}

/** What a line leaves over its cost, in percent of its net price. */
function showMargin(facts: Known, line: Line): string {
  const cost = costOf(productOf(facts, line))
  const earned =
    cost === null ? null : earnedOf(amountOf(line.vUnLiquido), decimal(cost).plus(amountOf(line.vCustoCrt)))
  return earned === null ? '' : `${formatQuantity(earned.times(100).toFixed(1), 1)}%`
}

function showStock(facts: Known, line: Line): string {
  const product = productOf(facts, line)
  return 'q_disp' in product ? formatQuantity(amountOf(product.q_disp)) : ''
}

/** Columns that are shown where they are chosen. */
const chosenColumns = (facts: Known): readonly LineColumn[] => [
  item.line('tabela_preco_id', {
    label: 'Tabela',
    width: 96,
    optional: true,
    show: (line) => textOf(getPath(line, 'tabela_preco.descricao')),
  }),
  {
    field: 'pMargem',
    label: 'Margem',
    right: 'custo',
    width: 76,
    align: 'end',
    optional: true,
    show: (line) => showMargin(facts, line),
    tone: (line) => (showMargin(facts, line).startsWith('-') ? 'warn' : undefined),
  },
  stock.line('q_disp', { width: 92, optional: true, show: (line) => showStock(facts, line) }),
]

/** Columns of the goods of a quote or sale. */
export function lineColumns({ facts, isChosen, onToggle, onToggleAll }: ColumnSource): readonly LineColumn[] {
  return [
    item.line('isSelected', {
      label: '✓',
      width: 34,
      show: (line) => (isChosen(line) ? '✓' : ''),
      toggle: onToggle,
      toggleAll: onToggleAll,
    }),
    item.line('xProd', { label: 'Mercadoria', least: 260, show: nameWithChoices }),
    item.line('un', { label: 'Un', width: 44 }),
    item.line('qTrib', { label: 'Quant.', width: 78, editable: true }),
    item.line('vUnTrib', {
      label: 'Preço',
      kind: 'money',
      decimals: 2,
      width: 88,
      editable: true,
      stepper: stepPrice,
    }),
    item.line('vDesc', {
      label: 'Desconto',
      kind: 'text',
      width: 104,
      align: 'end',
      editable: true,
      show: showLineDiscounts,
      write: writeLineDiscounts,
      pastes: (text) => readDiscounts(text) !== null,
    }),
    item.line('pIPI', { label: 'IPI %', width: 60, editable: true }),
    ...chosenColumns(facts),
    item.line('vUnLiquido', { label: 'Líquido', kind: 'money', decimals: 2, width: 84 }),
    item.line('vTotal', { sum: 'marked', width: 96 }),
  ]
}
