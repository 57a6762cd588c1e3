import { CoreError } from '../errors'
import { type Decimal, ZERO, sum } from '../money/decimal'
import { type LineInput, type PricedLine, amountOf, priceLine } from './line'

export interface DocumentTotals {
  /** Sum of unit price times quantity, before discounts. */
  readonly vBruto: Decimal
  /** What the line discounts take off. */
  readonly vDesconto: Decimal
  /** Goods after discounts, without IPI. */
  readonly vProd: Decimal
  readonly vIPI: Decimal
  readonly vICMSST: Decimal
  readonly vFCPST: Decimal
  readonly vSubtotal: Decimal
  /** The sum of the lines' totals: what the instalments must add up to. */
  readonly vTotal: Decimal
  readonly qItens: number
}

export interface PricedDocument {
  readonly lines: readonly PricedLine[]
  readonly totals: DocumentTotals
}

const MAX_LINES = 20_000

/** Prices every line of a document and adds them up. Totals are sums of rounded line amounts, never recomputed. */
export function priceDocument(inputs: readonly LineInput[]): PricedDocument {
  if (inputs.length > MAX_LINES) {
    throw new CoreError('too_many_lines', `Um documento tem no máximo ${MAX_LINES} itens.`)
  }
  const lines = inputs.map((input) => priceLine(input))
  let [vBruto, vProd, vIPI, vSubtotal, vTotal] = [ZERO, ZERO, ZERO, ZERO, ZERO]
  for (const line of lines) {
    vBruto = vBruto.plus(line.vBruto)
    vProd = vProd.plus(line.vProd)
    vIPI = vIPI.plus(line.vIPI)
    vSubtotal = vSubtotal.plus(line.vSubtotal)
    vTotal = vTotal.plus(line.vTotal)
  }
  const vFCPST = sum(inputs.map((input) => amountOf(input.vFCPST ?? ZERO, 'O FCP-ST').round(2, 'half-up')))
  const vICMSST = vTotal.minus(vSubtotal).minus(vFCPST)
  return {
    lines,
    totals: {
      vBruto,
      vDesconto: vBruto.minus(vProd),
      vProd,
      vIPI,
      vICMSST,
      vFCPST,
      vSubtotal,
      vTotal,
      qItens: lines.length,
    },
  }
}

/** The totals of a document from its lines. */
export function documentTotals(inputs: readonly LineInput[]): DocumentTotals {
  return priceDocument(inputs).totals
}
