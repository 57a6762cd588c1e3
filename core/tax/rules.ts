import { CoreError } from '../errors'
import type { AmountField, ItemTaxInput } from './types'

/** What a rule may be limited to; an absent one takes every case, a list any of its values. */
export interface RuleLimits {
  readonly operation?: string | readonly string[]
  readonly UFOrig?: string | readonly string[]
  readonly UFDest?: string | readonly string[]
  /** First digits of the NCM, 2 to 8. */
  readonly NCM?: string
  readonly CEST?: string
  readonly customerKind?: string | readonly string[]
  readonly regime?: string | readonly string[]
  /** First and last day of validity, `YYYY-MM-DD`, both included. */
  readonly from?: string
  readonly to?: string
}

export interface TaxRule extends RuleLimits {
  readonly id: string
  /** Codes, rates and flags the rule gives the item. */
  readonly tax: Omit<ItemTaxInput, AmountField>
}

/** The case a rule is sought for. */
export interface RuleContext {
  readonly operation?: string
  readonly UFOrig?: string
  readonly UFDest?: string
  readonly NCM?: string
  readonly CEST?: string
  readonly customerKind?: string
  readonly regime?: string
  readonly date: string
}

/** Rules ready to be searched, by NCM prefix, most specific first. */
export type RuleBook = ReadonlyMap<string, readonly TaxRule[]>

const MAX_RULES = 200_000
/** What the goods are comes before where they go, where they go before who sells what to whom. */
const WEIGHTS = { CEST: 2048, UFDest: 64, UFOrig: 32, operation: 16, customerKind: 8, regime: 4 } as const
const NCM_WEIGHT = 128

/** Sorts rules once for many searches. Throws `too_large` over 200,000 rules. */
export function ruleBook(rules: readonly TaxRule[]): RuleBook {
  if (rules.length > MAX_RULES) throw new CoreError('too_large', `A lista passa do limite de ${MAX_RULES} regras.`)
  const book = new Map<string, TaxRule[]>()
  for (const rule of rules) {
    const prefix = digits(rule.NCM)
    const list = book.get(prefix)
    if (list) list.push(rule)
    else book.set(prefix, [rule])
  }
  for (const list of book.values()) list.sort(moreSpecificFirst)
  return book
}

/**
 * The rule of a case: valid on its date and limited to nothing else, most specific first: CEST, then the longest NCM prefix, destination, origin,
 * operation, customer kind, regime, and among equals the one that starts last; of those that `isAsked` takes, where it is given. Undefined when none fits.
 * Throws `invalid_date`.
 */
export function findRule(
  book: RuleBook,
  context: RuleContext,
  isAsked: (rule: TaxRule) => boolean = () => true,
): TaxRule | undefined {
  if (!/^\d{4}-\d{2}-\d{2}/.test(context.date)) {
    throw new CoreError('invalid_date', 'Data de emissão inválida: use AAAA-MM-DD.')
  }
  const ncm = digits(context.NCM)
  let best: TaxRule | undefined
  for (let length = ncm.length; length >= 0; length--) {
    const found = book.get(ncm.slice(0, length))?.find((rule) => isAsked(rule) && fits(rule, context))
    if (found && (best === undefined || moreSpecificFirst(found, best) < 0)) best = found
  }
  return best
}

/** Why a rule was taken: the operation forces its own, the product has one of its own, or it is the most specific. */
export type ChosenBy = 'operacao' | 'mercadoria' | 'especifica'

/**
 * The rule of a line: where the operation is forced, the most specific of those that are limited to it; else the product's own (`own`, its id) where it
 * fits the case; else the most specific of all. Undefined when none fits. Throws `invalid_date`.
 */
export function chooseRule(
  book: RuleBook,
  context: RuleContext,
  { own, forced }: { readonly own: string | undefined; readonly forced: boolean },
): { readonly rule: TaxRule; readonly by: ChosenBy } | undefined {
  const ofOperation = forced ? findRule(book, context, ({ operation }) => operation !== undefined) : undefined
  if (ofOperation) return { rule: ofOperation, by: 'operacao' }
  const ofProduct = own === undefined ? undefined : findRule(book, context, ({ id }) => id === own)
  if (ofProduct) return { rule: ofProduct, by: 'mercadoria' }
  const rule = findRule(book, context)
  return rule && { rule, by: 'especifica' }
}

/** As `findRule`. Throws `no_tax_rule` when none fits. */
export function pickRule(book: RuleBook, context: RuleContext): TaxRule {
  const rule = findRule(book, context)
  if (rule === undefined) throw new CoreError('no_tax_rule', 'Tributação não encontrada para o item.')
  return rule
}

function fits(rule: TaxRule, context: RuleContext): boolean {
  const day = context.date.slice(0, 10)
  return (
    (rule.from === undefined || rule.from.slice(0, 10) <= day) &&
    (rule.to === undefined || day <= rule.to.slice(0, 10)) &&
    (rule.CEST === undefined || digits(rule.CEST) === digits(context.CEST)) &&
    takes(rule.UFDest, context.UFDest) &&
    takes(rule.UFOrig, context.UFOrig) &&
    takes(rule.operation, context.operation) &&
    takes(rule.customerKind, context.customerKind) &&
    takes(rule.regime, context.regime)
  )
}

function takes(limit: string | readonly string[] | undefined, value: string | undefined): boolean {
  if (limit === undefined) return true
  if (value === undefined) return false
  return typeof limit === 'string' ? limit === value : limit.includes(value)
}

function moreSpecificFirst(left: TaxRule, right: TaxRule): number {
  const difference = specificity(right) - specificity(left)
  if (difference !== 0) return difference
  const [from, other] = [left.from ?? '', right.from ?? '']
  return from === other ? 0 : from > other ? -1 : 1
}

function specificity(rule: TaxRule): number {
  let score = digits(rule.NCM).length * NCM_WEIGHT
  for (const name of ['CEST', 'UFDest', 'UFOrig', 'operation', 'customerKind', 'regime'] as const) {
    if (rule[name] !== undefined) score += WEIGHTS[name]
  }
  return score
}

/** `2202.10.00` and `22021000` are the same code. */
function digits(code: string | undefined): string {
  return code?.replaceAll('.', '') ?? ''
}
