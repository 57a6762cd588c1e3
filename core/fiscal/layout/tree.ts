import * as v from 'valibot'
import { decimal } from '../../money/decimal'
import { clean, spread } from '../issue/clean'
import { children, text } from '../xml'
import { elementsIn, type Layout } from './layout'
import { type Branch, isList, type Tree } from './write'

/** A read element as the tree that `writeXml` takes: only what the layout knows, lists where it allows several, without name spaces and signature. */
export function readTree(layout: Layout, type: string, node: unknown): Tree {
  const content = layout.group(type)
  if (content === undefined) return text({ node }, 'node') ?? ''
  const branch: Record<string, Branch[string]> = {}
  for (const [name, kind, , max] of elementsIn(content)) {
    if (kind === '*') continue
    const found = children(node, name)
      .map((each) => readTree(layout, kind, each))
      .filter((each) => each !== '')
    if (found.length > 0) branch[name] = max > 1 ? found : found[0]
  }
  return branch
}

/** What was read, as its schema has it, or why it is not whole: what is missing, or has a value that is not taken. `name` is what the whole is called. */
export function readAs<S extends v.GenericSchema>(
  schema: S,
  tree: unknown,
  name: string,
):
  | { readonly value: v.InferOutput<S>; readonly why?: undefined }
  | { readonly value?: undefined; readonly why: string } {
  const parsed = v.safeParse(schema, tree, { abortEarly: true })
  if (parsed.success) return { value: parsed.output }
  const [issue] = parsed.issues
  const path = issue.path?.map(({ key }) => String(key)).join('.') ?? name
  return { why: issue.received === 'undefined' ? `falta ${path}` : `${path} tem um valor que não é aceito` }
}

/**
 * A tree of plain values as the layout takes it: amounts with the decimals of their type (half up; nothing where the type wants more than zero), texts that people type
 * without signs that the layout has no room for, those of names (`xNome`) and notes cut to their length. Codes stay as they are, what is empty is left out, and what cannot
 * be an amount is left for `writeXml` to refuse.
 */
export function tidyTree(layout: Layout, type: string, tree: Tree, name = ''): Tree | undefined {
  const content = layout.group(type)
  if (typeof tree === 'string') return content === undefined ? tidyText(layout, type, tree, name) : tree
  const kinds = new Map([...elementsIn(content ?? [])].map(([each, kind]) => [each, kind]))
  const branch: Record<string, Branch[string]> = {}
  for (const [key, value] of Object.entries(tree)) {
    const kind = kinds.get(key)
    const tidy = kind === undefined ? value : eachOf(value, (one) => tidyTree(layout, kind, one, key))
    if (tidy !== undefined) branch[key] = tidy
  }
  return Object.keys(branch).length === 0 ? undefined : branch
}

function eachOf(value: Branch[string], tidy: (one: Tree) => Tree | undefined): Branch[string] {
  if (value === undefined) return undefined
  if (!isList(value)) return tidy(value)
  const tidied: Tree[] = value.flatMap((one): Tree[] => {
    const done = tidy(one)
    return done === undefined ? [] : [done]
  })
  return tidied.length === 0 ? undefined : tidied
}

const PLAIN = /^-?\d{1,20}(?:\.\d{1,20})?$/
/** Types of amounts: digits before and after the point, and whether zero has no place in them. */
const AMOUNT = /^TS?Dec_?(\d\d?)V?(\d\d?)(Opc)?$/
/** Decimals that a type takes as they are. */
const RANGE = /^TDec_0302_0303$/
const CUT = /^(?:x[A-Z]|inf)/
const MOST = 8_000

function tidyText(layout: Layout, type: string, raw: string, name: string): string | undefined {
  if (PLAIN.test(raw)) {
    if (RANGE.test(type)) return spread(raw, 2, 3)
    const [, , places, aboveZero] = AMOUNT.exec(type) ?? []
    if (places !== undefined)
      return aboveZero && decimal(raw).isZero() ? undefined : decimal(raw).toFixed(Number(places))
  }
  const most = CUT.test(name) ? (layout.longest(type) ?? MOST) : MOST
  if (layout.isProse(type)) return clean(raw, most)
  const whole = CUT.test(name) ? raw.trim().slice(0, most).trimEnd() : raw
  return whole === '' ? undefined : whole
}
