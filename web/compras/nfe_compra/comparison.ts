import { decimal, type Decimal, sum } from '../../../core/money/decimal'
import { amountOf, displayName, formatAmount, formatMoney, formatQuantity } from '../../ui/format'
import type { Line } from '../../ui/lines/lines-state'
import { textOf, type Values } from '../../ui/row'

/** What the invoice says beside what becomes of it. `same` where both say the same. */
export interface Compared {
  readonly name: string
  readonly invoice: string
  readonly entry: string
  readonly same: boolean
}

const total = (lines: readonly Line[], names: readonly string[]): Decimal =>
  sum(lines.flatMap((line) => names.map((name) => amountOf(line[name]))))

const amounts = (name: string, invoice: Decimal, entry: Decimal): Compared => ({
  name,
  invoice: formatMoney(invoice.toString()),
  entry: formatMoney(entry.toString()),
  same: invoice.cmp(entry) === 0,
})

/** The sums of the invoice beside those of the entry that it becomes: goods, freight with what is told beyond it, and all that it costs. */
export function comparedTotals(invoice: Values, lines: readonly Line[], freight: unknown): readonly Compared[] {
  const money = (name: string): Decimal => decimal(amountOf(invoice[name]))
  return [
    amounts('Produtos', money('vProdNF'), total(lines, ['vProd'])),
    amounts('Frete', money('vTotFrete'), decimal(amountOf(freight))),
    amounts('Total', money('vNF'), total(lines, ['vTotal', 'vFreteCusto'])),
  ]
}

/** An item as the invoice has it: `10 CX de R$ 20,00 = R$ 200,00`. */
function counted(quantity: unknown, unit: string, value: Decimal): string {
  const many = decimal(amountOf(quantity))
  const each = many.isZero() ? '' : ` de ${formatAmount(value.div(many).toString(), 4)}`
  const told = [formatQuantity(quantity, 4), unit].filter((part) => part !== '').join(' ')
  return `${told}${each} = ${formatMoney(value.toString())}`
}

/** Each item beside what enters of it: the product that it is, in the product's unit, at what it costs. */
export function comparedItems(lines: readonly Line[]): readonly Compared[] {
  return lines.map((line) => {
    const isNew = textOf(line.mercadoria_id) === ''
    const unit = textOf(line.un) || (isNew ? textOf(line.uTrib) : '')
    const cost = decimal(amountOf(line.vTotal)).plus(amountOf(line.vFreteCusto))
    const name = isNew ? 'mercadoria nova' : displayName(line.mercadoria)
    return {
      name: `${textOf(line.nItem)} · ${textOf(line.xProd)}`,
      invoice: counted(line.qCom, textOf(line.uCom), decimal(amountOf(line.vProd))),
      entry: `${name}: ${counted(line.qEstoque, unit, cost)}`,
      same:
        decimal(amountOf(line.qCom)).cmp(decimal(amountOf(line.qEstoque))) === 0 &&
        cost.cmp(decimal(amountOf(line.vProd))) === 0,
    }
  })
}
