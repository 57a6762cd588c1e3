import { CoreError } from '../../core/errors'
import { decimal, HUNDRED } from '../../core/money/decimal'
import { DISCOUNT_DECIMALS, settledDiscounts } from '../../core/pricing/discount'
import { DISCOUNT_AMOUNTS, DISCOUNTS, type LineInput, MONEY, PERCENT, priceLine } from '../../core/pricing/line'
import type { Row } from '../platform/resource'

/** A line of a quote or a sale as it is stored, priced. */

const amountIn = (line: Row, name: string): string => {
  const value = line[name]
  return value === null || value === undefined ? '0' : String(value)
}

/** What a line is priced from; `amounts` are its discounts in money. */
export const lineInput = (line: Row, amounts: Readonly<Record<string, string | null>>): LineInput => ({
  ...amounts,
  vUnTrib: amountIn(line, 'vUnTrib'),
  qTrib: amountIn(line, 'qTrib'),
  tp_desconto: Number(line.tp_desconto) === MONEY ? MONEY : PERCENT,
  vDesc: amountIn(line, 'vDesc'),
  vDesc2: amountIn(line, 'vDesc2'),
  vDesc3: amountIn(line, 'vDesc3'),
  vDesc4: amountIn(line, 'vDesc4'),
  pIPI: decimal(amountIn(line, 'pIPI')).div(HUNDRED),
  decimal_preco: Number(line.decimal_preco ?? 2),
  vICMSST: amountIn(line, 'vICMSST'),
  vFCPST: amountIn(line, 'vFCPST'),
})

/** The columns that follow from what a line is priced from; undefined where its discounts are more than it is worth. */
export function pricedColumns(input: LineInput): (Row & { readonly vUnLiquido: string }) | undefined {
  const settled = settle(input)
  if (!settled) return undefined
  const priced = priceLine(input)
  return {
    ...settled,
    vUnLiquido: priced.vUnLiquido.toFixed(4),
    vSubtotal: priced.vSubtotal.toFixed(2),
    vIPI: priced.vIPI.toFixed(2),
    vTotal: priced.vTotal.toFixed(2),
  }
}

/** The discounts as they are stored; undefined for more than there is. */
function settle(line: LineInput): Row | undefined {
  try {
    const kept = settledDiscounts(line)
    return Object.fromEntries(
      DISCOUNTS.flatMap((name) => {
        const amount = DISCOUNT_AMOUNTS[name]
        return [
          [name, kept[name].toFixed(DISCOUNT_DECIMALS)],
          [amount, kept[amount]?.toFixed(2) ?? null],
        ]
      }),
    )
  } catch (error) {
    if (error instanceof CoreError && error.code === 'invalid_discount') return undefined
    throw error
  }
}
