import { CoreError } from '../errors'
import type { FieldRule, Life, NamedState, Refusal, State, Verb, WriteRule } from './life'

/** A document as the server stores it or a screen has it: dates that have not come are null, undefined or empty. */
export type Standing = Readonly<Record<string, unknown>>

const isSet = (value: unknown): boolean => value !== null && value !== undefined && value !== ''
const dates = ({ on = [] }: State): readonly string[] => (typeof on === 'string' ? [on] : on)

/** The state that a document is in: the strongest whose dates are all set. */
export function stateOf(life: Life, record: Standing): NamedState {
  const found = life.order.find((state) => dates(state).every((name) => isSet(record[name])))
  if (!found) throw new Error(`${life.the}: no state fits.`)
  return found
}

/** The state of a number, as a list's `status` tells it; undefined for a number that is none. */
export const stateOfNumber = (life: Life, n: unknown): NamedState | undefined =>
  life.order.find((state) => state.n === Number(n))

interface Rule {
  readonly from: readonly string[] | 'any'
  readonly say?: Readonly<Partial<Record<string, Refusal>>>
}

function refusedBy({ from, say = {} }: Rule, state: NamedState): Refusal | undefined {
  return from === 'any' || from.includes(state.name) ? undefined : (say[state.name] ?? state.refuses)
}

/** The verb of a life by its name; throws for a name that it does not have, which is a defect. */
export function verbOf(life: Life, name: string): Verb {
  const verb = life.verbs[name]
  if (!verb) throw new Error(`${life.the}: no verb is called ${name}.`)
  return verb
}

/** Why a verb may not happen now, or undefined when it may. The same table guards the server and explains the screen's disabled button. */
export function verbRefusal(life: Life, record: Standing, name: string): Refusal | undefined {
  const verb = verbOf(life, name)
  const said = refusedBy(verb, stateOf(life, record)) ?? verb.unless?.find((one) => one.when(record))?.refuses
  return typeof said === 'function' ? said(record) : said
}

/**
 * What is about to be written: the head, a list (by the names of those it lies in, its own first), or the whole document when it is deleted.
 * `add` tells of new lines.
 */
export type Target =
  | { readonly head: true }
  | { readonly lists: readonly string[]; readonly add?: boolean }
  | { readonly remove: true }

function ruleOf({ writes }: Life, target: Target): WriteRule {
  if ('head' in target) return writes.head
  if ('remove' in target) return writes.remove ?? writes.lists
  const named = target.lists.find((name) => Object.hasOwn(writes.of ?? {}, name)) ?? ''
  const rule = writes.of?.[named] ?? writes.lists
  return target.add ? { ...rule, ...rule.add } : rule
}

const touches = ({ names }: FieldRule, changed: readonly string[]): boolean =>
  names.some((name) => changed.includes(name))

/**
 * Why something may not be written now, or undefined when it may. `changed` names the fields that would differ; without it (a new line, one
 * that goes, a form as a whole) all of it counts as written.
 */
export function writeRefusal(
  life: Life,
  record: Standing,
  target: Target,
  changed?: readonly string[],
): Refusal | undefined {
  const state = stateOf(life, record)
  const rule = ruleOf(life, target)
  const { narrow, apart } = rule
  if (apart && changed?.every((name) => apart.names.includes(name)))
    return changed.length === 0 ? undefined : refusedBy(apart, state)
  return refusedBy(rule, state) ?? (narrow && touches(narrow, changed ?? []) ? refusedBy(narrow, state) : undefined)
}

/** Throws a refusal. */
export function assertNone(refusal: Refusal | undefined): void {
  if (refusal) throw new CoreError(...refusal)
}

/** Throws the refusal of a verb that may not happen now. */
export const assertVerb = (life: Life, record: Standing, name: string): void =>
  assertNone(verbRefusal(life, record, name))

/** What a verb will do from where the document stands, in one sentence; undefined where it says nothing. */
export function willOf(life: Life, record: Standing, name: string): string | undefined {
  const { will } = verbOf(life, name)
  return typeof will === 'object' ? will[stateOf(life, record).name] : will
}

/** SQL of the column that stores the state's number, over the row's own dates. */
export function statusSql({ order }: Life): string {
  const cases = order.flatMap((state) => {
    const set = dates(state).map((name) => `"${name}" is not null`)
    return set.length === 0 ? [] : [`when ${set.join(' and ')} then ${state.n}`]
  })
  return `case ${cases.join(' ')} else ${order.at(-1)?.n ?? 0} end`
}

/** What the states mean whose words do not tell: `1 gerada: seus itens aprovados viraram pedidos de compra`; '' where all do. */
export const statusDoc = ({ order }: Life): string =>
  order
    .toSorted((a, b) => a.n - b.n)
    .flatMap(({ n, doc }) => (doc === undefined ? [] : [`${n} ${doc}`]))
    .join(', ')

/** SQL that holds for documents in some of their states, over the column that stores it. */
export const statusIn = <S extends string>(life: Life<string, S>, names: readonly S[], column = 'status'): string =>
  `${column} in (${numbersOf(life, names).join(', ')})`

/** The numbers of some states, for filters. */
export const numbersOf = <S extends string>(life: Life<string, S>, names: readonly S[]): readonly number[] =>
  life.order.filter((state) => names.some((name) => name === state.name)).map((state) => state.n)
