import { CoreError } from '../errors'
import { type Decimal, ZERO } from '../money/decimal'
import { calculateItem } from './item'
import { findRule, type RuleBook, type RuleContext } from './rules'
import type { ItemTaxes, ItemTaxInput } from './types'

/** ST of one item: the figures and what the item comes to, `vItemTotal`. */
export interface StResult extends ItemTaxes {
  readonly vItemTotal: Decimal
}

/** What ST is computed from: the amounts of the line, and its rates unless a rule brings them. */
export type StInput = Omit<ItemTaxInput, 'taxCode' | 'year' | 'date'>

/**
 * ICMS-ST and FCP-ST of a line (LC 87/1996, art. 8; Conv. ICMS 142/2018): value with freight, insurance, charges and IPI, plus the margin, less the own
 * ICMS (of a Simples sender, the presumed one at the normal rate). Throws `no_st_rule` when there is no rate for ST.
 */
export function calculateSt(input: StInput): StResult {
  if (input.pICMSST === undefined) throw noStRule()
  const taxes = calculateItem({ pICMS: 0, pMVAST: input.mvaOriginal === undefined ? 0 : undefined, ...withIpi(input) })
  return { values: taxes.values, formulas: taxes.formulas, vItemTotal: taxes.values.vItem ?? ZERO }
}

/** ST of a line by the rules: the most specific rule of the case says the rates. Throws `no_st_rule`. */
export function stByRule(
  book: RuleBook,
  context: RuleContext,
  input: StInput,
): StResult & { rule: string; input: StInput } {
  const rule = findRule(book, context)
  if (rule === undefined || rule.tax.pICMSST === undefined) throw noStRule()
  const { taxCode: _code, year: _year, date: _date, ...rates } = rule.tax
  const full = { ...rates, ...input }
  return { ...calculateSt(full), rule: rule.id, input: full }
}

function withIpi(input: StInput): ItemTaxInput {
  return input.vIPI === undefined && input.pIPI === undefined ? { ...input, pIPI: 0 } : input
}

function noStRule(): CoreError {
  return new CoreError('no_st_rule', 'Tributação para ST não encontrada')
}
