import { type Amount, decimal, type Decimal } from '../money/decimal'
import type { ItemTaxes, ItemTaxInput, TaxField } from './types'

/** How one figure came about: its formula, the operands by name, and the rule that gave the rates. */
export interface TraceStep {
  readonly field: string
  readonly value: string
  readonly formula: string
  readonly operands: Readonly<Record<string, string>>
  readonly rule?: string
}

const NAME = /[a-zA-Z]+\.vBC|[a-zA-Z]\w+/g

/** The formulas are few and fixed, so the names in each are looked for once. */
const namesOf = new Map<string, readonly string[]>()

function operandNames(formula: string): readonly string[] {
  const known = namesOf.get(formula)
  if (known) return known
  const names = formula.match(NAME) ?? []
  namesOf.set(formula, names)
  return names
}

/** A figure as text: 2 decimals, or up to 4 for a percentage that has them; the rates of IBS and CBS always have 4. */
export function figureText(field: string, value: Decimal): string {
  if (!field.startsWith('p')) return value.toFixed(2)
  const text = value.toFixed(4)
  return /^p(?:AliqEfet|IBS|CBS)/.test(field) ? text : text.replace(/0{1,2}$/, '')
}

/** The steps of a calculation in the order they were made. */
export function explainItem(taxes: ItemTaxes, input: ItemTaxInput, rule?: string): TraceStep[] {
  const values: Readonly<Record<string, Decimal | undefined>> = taxes.values
  const inputs: Readonly<Record<string, unknown>> = { ...input }
  const formulas: Readonly<Record<string, string | undefined>> = taxes.formulas
  return Object.entries(values).flatMap(([field, value]) => {
    if (value === undefined) return []
    const formula = formulas[field] ?? ''
    const operands: Record<string, string> = {}
    for (const name of operandNames(formula)) {
      const figure = values[name]
      const given = inputs[name]
      if (figure) operands[name] = figureText(name, figure)
      else if (isAmount(given)) operands[name] = decimal(given).toString()
    }
    return [{ field, value: figureText(field, value), formula, operands, ...(rule === undefined ? {} : { rule }) }]
  })
}

function isAmount(value: unknown): value is Amount {
  return typeof value === 'string' || typeof value === 'number'
}

/** Every figure of an item as text. */
export function itemTexts(taxes: ItemTaxes): Partial<Record<TaxField, string>> {
  const entries = Object.entries(taxes.values).flatMap(([field, value]) =>
    value === undefined ? [] : [[field, figureText(field, value)]],
  )
  return Object.fromEntries(entries)
}
