import { CoreError } from '../../../core/errors'
import { instalmentFields, lineFields } from '../../../core/fields/comercial/lines'
import { decimal, HUNDRED, type Amount, type Decimal } from '../../../core/money/decimal'
import { DISCOUNT_DECIMALS, discountFraction, discountShown, settledDiscounts } from '../../../core/pricing/discount'
import { readDiscounts, showDiscounts } from '../../../core/pricing/discount-text'
import {
  DISCOUNT_AMOUNTS,
  DISCOUNTS,
  MONEY,
  PERCENT,
  priceLine,
  type DiscountType,
  type LineInput,
} from '../../../core/pricing/line'
import { pricesWith } from '../../../core/pricing/guard'
import { pickTable, step90 } from '../../../core/pricing/tables'
import { documentTotals, type DocumentTotals } from '../../../core/pricing/totals'
import { parseNumber, readNumberField } from '../../../core/br/number'
import { sentLists } from '../../ui/documents/act'
import { fieldsOf } from '../../ui/fields-of'
import { amountOf, formatAmount, formatQuantity } from '../../ui/format'
import { linesOf, type Line } from '../../ui/lines/lines-state'
import { whyNotToday } from '../tabela_preco/holding'
import { sentChoices } from './sent-choices'
import type { DocumentNames } from './kind'
import { isSet, numberOf, rowsOf, textOf, type Values } from '../../ui/row'

type DiscountName = (typeof DISCOUNTS)[number]

const told = (value: unknown): Amount | null => (isSet(value) ? amountOf(value) : null)

/** A line as the pricing core takes it: pIPI is percent here and a fraction there. */
export function lineInput(line: Values): LineInput {
  return {
    vUnTrib: amountOf(line.vUnTrib),
    qTrib: amountOf(line.qTrib),
    tp_desconto: discountType(line),
    vDesc: amountOf(line.vDesc),
    vDesc2: amountOf(line.vDesc2),
    vDesc3: amountOf(line.vDesc3),
    vDesc4: amountOf(line.vDesc4),
    vDescValor: told(line.vDescValor),
    vDescValor2: told(line.vDescValor2),
    vDescValor3: told(line.vDescValor3),
    vDescValor4: told(line.vDescValor4),
    pIPI: decimal(amountOf(line.pIPI)).div(HUNDRED),
    decimal_preco: numberOf(line.decimal_preco) ?? 2,
    vICMSST: amountOf(line.vICMSST),
    vFCPST: amountOf(line.vFCPST),
  }
}

const shown = (amount: Decimal, decimals: number): number => Number(amount.toFixed(decimals))

/** The price table that the net price falls in, among those the product has prices in; as it is where those are not known. */
function tableOf(line: Values, net: Decimal): Values {
  const prices = rowsOf(line.precos).flatMap((row) => {
    const table = numberOf(row.tabela_preco_id)
    return table === null || whyNotToday(row.tabela_preco) !== undefined
      ? []
      : [{ tabela_preco_id: table, vUnTrib: amountOf(row.vUnTrib), tabela_preco: row.tabela_preco }]
  })
  if (prices.length === 0) return {}
  const { tabela_preco_id } = pickTable(net, pricesWith(prices, amountOf(line.vAcrescimo)))
  const { tabela_preco } = prices.find((one) => one.tabela_preco_id === tabela_preco_id) ?? {}
  return { tabela_preco_id, tabela_preco }
}

/** The discounts of a line as they are kept: those in money by their amounts, which stay as the line changes. */
function settled(line: Values): Values {
  const kept = settledDiscounts(lineInput(line))
  return Object.fromEntries(
    DISCOUNTS.flatMap((name) => {
      const amount = kept[DISCOUNT_AMOUNTS[name]]
      return [
        [name, Number(kept[name].toFixed(DISCOUNT_DECIMALS))],
        [DISCOUNT_AMOUNTS[name], amount === null ? null : Number(amount.toFixed(2))],
      ]
    }),
  )
}

/** The amounts of a line by the pricing core; a line that cannot be priced stays as it is. */
export function priced<L extends Values>(line: L): L {
  try {
    const { vUnLiquido, vIPI, vSubtotal, vTotal } = priceLine(lineInput(line))
    const net = shown(vUnLiquido, 4)
    return {
      ...line,
      ...settled(line),
      // What was said of another price.
      ...(net === line.vUnLiquido ? {} : { xAvisoPreco: null, xMotivoBloqueio: null }),
      vUnLiquido: net,
      vIPI: shown(vIPI, 2),
      vSubtotal: shown(vSubtotal, 2),
      vTotal: shown(vTotal, 2),
      // A promotion's price is of no other table.
      ...(isSet(line.vPromocao) && decimal(amountOf(line.vPromocao)).eq(amountOf(line.vUnTrib))
        ? {}
        : tableOf(line, vUnLiquido)),
    }
  } catch (error) {
    if (error instanceof CoreError) return line
    throw error
  }
}

/** Totals of a document; freight comes on top of the lines. */
export function totalsOf(
  lines: readonly Values[],
  vFrete: unknown,
): DocumentTotals & { readonly vFrete: Decimal; readonly vDocumento: Decimal } {
  const freight = decimal(amountOf(vFrete))
  const totals = safeTotals(lines)
  return { ...totals, vFrete: freight, vDocumento: totals.vTotal.plus(freight) }
}

function safeTotals(lines: readonly Values[]): DocumentTotals {
  try {
    return documentTotals(lines.map(lineInput))
  } catch (error) {
    if (error instanceof CoreError) return documentTotals([])
    throw error
  }
}

export function discountType(line: Values): DiscountType {
  return numberOf(line.tp_desconto) === PERCENT ? PERCENT : MONEY
}

/** A discount as it is shown: money, or percent. */
export function showDiscount(line: Values, field: DiscountName): string {
  try {
    const { [field]: fraction, [DISCOUNT_AMOUNTS[field]]: amount } = settledDiscounts(lineInput(line))
    if (fraction.isZero()) return ''
    if (amount !== null) return formatAmount(amount.toString())
    return `${formatQuantity(discountShown(PERCENT, fraction, 0).toString(), 4)}%`
  } catch (error) {
    if (error instanceof CoreError) return ''
    throw error
  }
}

/** A typed discount: `10%` is percent on any line, a bare number is what the line's own type says. Money is kept as its amount, percent as a fraction. */
export function writeDiscount(line: Line, field: DiscountName, text: string): Line {
  const percent = text.includes('%')
  const bare = text.replace('%', '').trim()
  const amount = DISCOUNT_AMOUNTS[field]
  if (bare === '') return { ...line, [field]: 0, [amount]: null }
  const type = percent ? PERCENT : discountType(line)
  try {
    const typed = parseNumber(bare)
    const next =
      type === PERCENT
        ? { ...line, [field]: discountFraction(PERCENT, typed, HUNDRED).toString(), tp_desconto: PERCENT }
        : { ...line, [amount]: Number(typed.toFixed(2)) }
    return { ...next, ...settled(next) }
  } catch (error) {
    if (error instanceof CoreError) return line
    throw error
  }
}

/** All discounts of a line as one text: `5+3%`, `R$ 3,00`. */
export function showLineDiscounts(line: Values): string {
  try {
    const kept = settledDiscounts(lineInput(line))
    const type = discountType(line)
    return showDiscounts(
      type,
      DISCOUNTS.map((name) => (type === MONEY ? (kept[DISCOUNT_AMOUNTS[name]] ?? 0) : kept[name])),
    )
  } catch (error) {
    if (error instanceof CoreError) return ''
    throw error
  }
}

/** All discounts of a line at once, in the line's own way where the text does not say which; a text that is none leaves it as it is. */
export function writeLineDiscounts(line: Line, text: string): Line {
  const read = readDiscounts(text)
  if (read === null) return line
  const type = read.type ?? discountType(line)
  try {
    const written = DISCOUNTS.flatMap((name, at) => {
      const value = read.values[at]
      const isMoney = type === MONEY && value !== undefined
      return [
        [name, value === undefined || isMoney ? 0 : discountFraction(PERCENT, value, HUNDRED).toString()],
        [DISCOUNT_AMOUNTS[name], isMoney ? Number(value.toFixed(2)) : null],
      ]
    })
    const next = { ...line, ...Object.fromEntries(written), tp_desconto: type }
    return { ...next, ...settled(next) }
  } catch (error) {
    if (error instanceof CoreError) return line
    throw error
  }
}

/** The next price that ends in ,90, from what is being typed. */
export function stepPrice(text: string, direction: 'up' | 'down'): string {
  const typed = readNumberField(text)
  try {
    return formatAmount(step90(typed ?? 0, direction).toString())
  } catch (error) {
    if (error instanceof CoreError) return text
    throw error
  }
}

const item = fieldsOf(lineFields())
const due = fieldsOf(instalmentFields())

/** A document as it is sent. A dispatched one keeps its lines: they are not sent again. */
export function sentDocument(names: DocumentNames, values: Values, record: Values | undefined): Values {
  const sent = sentLists(values, { [names.lines]: item.sent, [names.instalments]: due.sent })
  const { [names.lines]: lines, ...rest } = sent
  if (isSet(record?.dhFechamento) || !Array.isArray(lines)) return rest
  const stored = new Map(rowsOf(record?.[names.lines]).map((line) => [textOf(line.id), line]))
  const written = linesOf(values[names.lines])
  return {
    ...rest,
    [names.lines]: lines.map((line: Values, at) => ({ ...line, ...choicesOf(written[at] ?? {}, stored) })),
  }
}

/** What was chosen for a line, where that is not as it is stored. */
function choicesOf(line: Values, stored: ReadonlyMap<string, Values>): Values {
  const crt_list = sentChoices(line)
  const before = sentChoices(stored.get(textOf(line.id)) ?? {})
  return JSON.stringify(crt_list) === JSON.stringify(before) ? {} : { crt_list }
}

export const nameOfLine = (line: Values): string => textOf(line.xProd) || `Item ${textOf(line.id)}`
