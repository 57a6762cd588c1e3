import type { Ctx } from '../context'
import { assertRefs } from '../engine/refs'
import { differs, fieldsThatDiffer } from '../engine/columns'
import { PutBack } from '../engine/put-back'
import { invalid } from '../errors'
import { MESSAGES } from '../parse'
import type { Draft, Resource, Row } from '../resource'
import { customFieldsOf, customName, type Defined, EXTRA, fieldsOf, isExtensible, writesCustom } from './definitions'
import { parseCustom, requiredText } from './values'

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The values that a record holds, by the number of their field. */
export const extraOf = (record: Row | undefined): Row => {
  const value = record?.[EXTRA]
  return isRow(value) ? value : {}
}

/** What a request says of them: together as `extra`, or each by its name, `extra.key`. */
function givenIn(input: Row): unknown {
  const { [EXTRA]: together } = input
  const start = customName('')
  const named = Object.entries(input).filter(([name]) => name.startsWith(start))
  if (named.length === 0 || together instanceof PutBack) return together
  const each = Object.fromEntries(named.map(([name, value]) => [name.slice(start.length), value]))
  return isRow(together) ? { ...together, ...each } : (together ?? each)
}

/** Values with changes: what becomes null goes. */
function merged(before: Row, more: Row): Row | null {
  const entries = Object.entries({ ...before, ...more }).filter(([, value]) => value !== null)
  return entries.length === 0 ? null : Object.fromEntries(entries)
}

/**
 * Takes the company's own fields of a request into `values`, each checked as its definition says; those that it does not name stay. A new record is asked for what
 * is required and given what a field begins with. What its caller may not write is left as it is. Throws 422 by field, `extra.key`.
 * Answers the draft as its document's life judges it: nothing, where all that changes are fields that the state of the record leaves open.
 */
export async function takeCustom(ctx: Ctx, resource: Resource, draft: Draft): Promise<Draft | undefined> {
  const { before, values, input = {} } = draft
  if (!isExtensible(resource)) return draft
  const given = givenIn(input)
  delete values[EXTRA]
  if (given instanceof PutBack) {
    values[EXTRA] = merged(extraOf(before), isRow(given.value) ? given.value : {})
    return draft
  }
  if (before && (given === undefined || given === null)) return draft
  if (given !== undefined && given !== null && !isRow(given)) throw invalid({ [EXTRA]: [MESSAGES.json] })
  const company = Number(before?.empresa_id ?? values.empresa_id)
  const defined = await customFieldsOf(ctx, resource, Number.isInteger(company) && company > 0 ? company : undefined)
  const mine = defined.filter((one) => writesCustom(ctx.actor, one))
  const changed = await checked(ctx, resource, { defined, mine, given: given ?? {}, before, company })
  if (Object.keys(changed).length === 0) return draft
  const alone = before !== undefined && fieldsThatDiffer(resource.fields, draft).length === 0
  values[EXTRA] = merged(extraOf(before), changed)
  return alone && isOpen(mine, changed, before) ? undefined : draft
}

interface Given {
  readonly defined: readonly Defined[]
  readonly mine: readonly Defined[]
  readonly given: Row
  readonly before: Row | undefined
  readonly company: number
}

/** The values that change, by the number of their field. */
async function checked(ctx: Ctx, resource: Resource, { defined, mine, given, before, company }: Given): Promise<Row> {
  const errors: Record<string, string[]> = {}
  for (const key of Object.keys(given))
    if (!defined.some(({ custom }) => custom.key === key))
      errors[customName(key.slice(0, 60))] = [`Campo desconhecido: ${key.slice(0, 60)}.`]
  const stored = extraOf(before)
  const changed: Row = {}
  const told: Row = { empresa_id: company }
  for (const { custom, field } of mine) {
    const named = Object.hasOwn(given, custom.key)
    // What stays as it is was judged when it was written: by the choices of then.
    if (before && (!named || !differs(field.meta.kind, stored[custom.id] ?? null, given[custom.key] ?? null))) continue
    const parsed = parseCustom(custom, named ? given[custom.key] : custom.padrao)
    if ('error' in parsed) errors[customName(custom.key)] = [parsed.error]
    else if (parsed.ok === null && custom.required) errors[customName(custom.key)] = [requiredText(custom.label)]
    else if (differs(field.meta.kind, stored[custom.id] ?? null, parsed.ok)) {
      changed[custom.id] = parsed.ok
      told[customName(custom.key)] = parsed.ok
    }
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  await assertRefs(ctx, { ...resource, fields: fieldsOf(mine) }, [{ before: undefined, values: told }])
  return changed
}

/** Is all that changes left open by the state that the record is in? */
function isOpen(mine: readonly Defined[], changed: Row, before: Row): boolean {
  const status = Number(before.status)
  return mine.every(({ custom }) => !Object.hasOwn(changed, custom.id) || custom.states.includes(status))
}
