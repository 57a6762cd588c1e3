import type { Ctx } from '../context'
import { assertRefs } from '../engine/refs'
import { differs, fieldsThatDiffer } from '../engine/columns'
import { PutBack } from '../engine/put-back'
import { ApiError, invalid } from '../errors'
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
  const judged = judge(await askedOf(ctx, resource, draft), given ?? {}, before)
  if (Object.keys(judged.errors).length > 0) throw invalid(judged.errors)
  const { mine, changed, told } = judged
  await assertRefs(ctx, { ...resource, fields: fieldsOf(mine) }, [{ before: undefined, values: told }])
  if (Object.keys(changed).length === 0) return draft
  const alone = before !== undefined && fieldsThatDiffer(resource.fields, draft).length === 0
  values[EXTRA] = merged(extraOf(before), changed)
  return alone && isOpen(mine, changed, before) ? undefined : draft
}

type Errors = Readonly<Record<string, readonly string[]>>

/** As `takeCustom`, for the rows of a file: references of all are asked for at once, and what is wrong with each is answered, by field. */
export async function takeCustomRows(
  ctx: Ctx,
  resource: Resource,
  drafts: readonly Draft[],
): Promise<readonly Errors[]> {
  if (!isExtensible(resource)) return drafts.map(() => ({}))
  const judged: Judged[] = []
  for (const draft of drafts) {
    const given = givenIn(draft.input ?? {})
    judged.push(judge(await askedOf(ctx, resource, draft), isRow(given) ? given : {}, draft.before))
  }
  const missing = await missingRefs(ctx, resource, judged)
  return judged.map(({ errors, changed }, at) => {
    const draft = drafts[at]
    if (draft && Object.keys(changed).length > 0) draft.values[EXTRA] = merged(extraOf(draft.before), changed)
    return { ...errors, ...missing[at] }
  })
}

/** The fields of each that refer to no record. */
async function missingRefs(ctx: Ctx, resource: Resource, judged: readonly Judged[]): Promise<readonly Errors[]> {
  const fields = Object.assign({}, ...judged.map(({ mine }) => fieldsOf(mine)))
  try {
    await assertRefs(
      ctx,
      { ...resource, fields },
      judged.map(({ told }, at) => ({ before: undefined, values: told, place: String(at) })),
    )
    return []
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const told = Object.entries(error.errors ?? {})
    return judged.map((_, at) =>
      Object.fromEntries(
        told.flatMap(([name, why]) => (name.startsWith(`${at}.`) ? [[name.slice(`${at}.`.length), why]] : [])),
      ),
    )
  }
}

/** The fields that a draft is judged by: those of the company that it belongs to. */
interface AskedFields {
  readonly defined: readonly Defined[]
  readonly mine: readonly Defined[]
  readonly company: number
}

async function askedOf(ctx: Ctx, resource: Resource, { before, values }: Draft): Promise<AskedFields> {
  const company = Number(before?.empresa_id ?? values.empresa_id)
  const defined = await customFieldsOf(ctx, resource, Number.isInteger(company) && company > 0 ? company : undefined)
  return { defined, mine: defined.filter((one) => writesCustom(ctx.actor, one)), company }
}

interface Judged {
  readonly mine: readonly Defined[]
  readonly errors: Readonly<Record<string, string[]>>
  /** The values that change, by the number of their field. */
  readonly changed: Row
  /** The same by the name of their field. */
  readonly told: Row
}

function judge({ defined, mine, company }: AskedFields, given: Row, before: Row | undefined): Judged {
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
  return { mine, errors, changed, told }
}

/** Is all that changes left open by the state that the record is in? */
function isOpen(mine: readonly Defined[], changed: Row, before: Row): boolean {
  const status = Number(before.status)
  return mine.every(({ custom }) => !Object.hasOwn(changed, custom.id) || custom.states.includes(status))
}
