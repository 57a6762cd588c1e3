import { maySee } from '../../../core/access'
import type { Fields } from '../../../core/fields/field'
import type { Ctx } from '../context'
import { conflict, forbidden, invalid, notFound, refusedAt } from '../errors'
import { MESSAGES, parseField, readId } from '../parse'
import { hasSecrets, sealedOf } from '../secrets'
import { type Draft, type RecordOf, type Resource, resourceNamed, type Row } from '../resource'
import { assertMay } from '../rights'
import { afterWrite } from './after'
import { type AuditEntry, audit } from './audit'
import { fieldsThatDiffer } from './columns'
import { assertDistinct } from './distinct'
import { keepParents, type Parents, tellParents } from './parents'
import { guardHead, guardLines } from './guard'
import { ownWay } from './own-way'
import { PutBack } from './put-back'
import { linesOf } from './record'
import { markRemoved, tellLines } from './remove'
import { assertTyped } from './typed'
import { assertRefs, setByEngine } from './refs'
import { takeCustom } from '../custom/take'
import {
  announce,
  deleteBelongings,
  deleteRows,
  find,
  insertRows,
  load,
  loadWhere,
  reserveIds,
  updateRows,
} from './write'

const LINES_LIMIT = 2_000

/** A row of a request, checked: its id when it exists already, and the values to store. */
interface Input {
  readonly id: number | undefined
  readonly values: Row
}

/**
 * Creates (no id) or updates a record with its nested lists: checked, computed, written and audited in the caller's
 * transaction. Throws 403, 404, 409 (older `versao`), 422.
 */
export async function save<R extends Resource>(
  ctx: Ctx,
  resource: R,
  id: number | undefined,
  body: unknown,
  { as }: Restoring = {},
): Promise<RecordOf<R>> {
  assertMay(ctx, resource, id === undefined ? 'create' : 'edit')
  const input = writableBy(ctx, resource, objectOf(body))
  const before = id === undefined ? undefined : await load(ctx, resource, id, { lock: true })
  if (before && input.versao !== undefined && readId(input.versao) !== before.versao)
    throw conflict('Este registro foi alterado por outro usuário.')
  const parent = await parentOf(ctx, resource, before ?? input)
  const values = {
    ...checkedValues(resource, input, before === undefined),
    ...(before ? {} : as === undefined ? givenId(resource, input) : { id: as }),
  }
  return write(ctx, resource, { values, before, parent, input })
}

/** A record that was deleted comes back under its number. */
interface Restoring {
  readonly as?: number
}

/** The official number that a new record comes with. Throws 422 without one, 409 when there is one already. */
function givenId(resource: Resource, input: Row): Row {
  if (!resource.givenId) return {}
  const id = readId(input.id)
  if (id === undefined) throw invalid({ id: [`Informe o número: ${resource.givenId}.`] })
  return { id }
}

interface Work {
  readonly values: Row
  readonly before: Row | undefined
  readonly parent: Row | undefined
  readonly input: Row
}

async function write<R extends Resource>(
  ctx: Ctx,
  resource: R,
  { values, before, parent, input }: Work,
): Promise<RecordOf<R>> {
  const draft: Draft = { before, values, input }
  const kept: Parents = new Map()
  await keepParents(ctx, resource, parent, kept)
  if (!before) own(ctx, resource, values, { parent, wanted: input.empresa_id })
  const judged = await takeCustom(ctx, resource, draft)
  if (judged) await guardHead(ctx, resource, judged)
  if (parent && !isForItsLists(resource, draft)) await guardLines(ctx, resource, parent, { drafts: [draft] })
  await assertRefs(ctx, resource, [draft])
  await assertTyped(ctx, resource, [draft], parent)
  await resource.hooks?.prepare?.(ctx, [draft], parent)
  const [sealed = draft] = await sealDrafts(ctx, resource, [draft])
  const record = await writeOne(ctx, resource, sealed)
  const { entries, lists } = await saveLists(ctx, resource, record, { input })
  await afterWrite(ctx, resource, [record], { parent, input, lists })
  const saved = (await find(ctx, resource, record.id)) ?? record
  await audit(ctx, [{ resource, record: saved, before, acao: before ? 'update' : 'create' }, ...entries])
  await announce(ctx, resource, saved.id)
  await tellParents(ctx, kept)
  return saved
}

/** A stored line that is saved for the sake of lists below it: those are judged by themselves. */
const isForItsLists = (resource: Resource, { before, values, input = {} }: Draft): boolean =>
  before !== undefined &&
  Object.keys(values).length === 0 &&
  linesOf(resource).some(({ parent }) => parent !== undefined && input[parent.list] !== undefined)

/** Secrets as they are stored: encrypted, each for its own column and row. New records with secrets are therefore numbered here. */
async function sealDrafts<D extends Draft>(ctx: Ctx, resource: Resource, drafts: readonly D[]): Promise<readonly D[]> {
  if (!hasSecrets(resource)) return drafts
  const given = (draft: D) => draft.before?.id ?? draft.values.id
  const free = await reserveIds(ctx, resource, drafts.filter((draft) => given(draft) === undefined).length)
  return drafts.map((draft) => {
    const id = Number(given(draft) ?? free.shift())
    const entries = Object.entries(draft.values).map(([field, value]) => {
      const secret = resource.fields[field]?.meta.sealed && typeof value === 'string'
      return [field, secret ? sealedOf(ctx, resource, { id, field }, value) : value]
    })
    return { ...draft, values: { ...Object.fromEntries(entries), ...(draft.before ? {} : { id }) } }
  })
}

async function writeOne<R extends Resource>(ctx: Ctx, resource: R, { before, values }: Draft): Promise<RecordOf<R>> {
  const way = ownWay(resource)
  if (!before && way) return load(ctx, resource, await way.create(ctx, values))
  const [record] = before
    ? await updateRows(ctx, resource, [{ ...values, id: Number(before.id) }])
    : await insertRows(ctx, resource, [values], values.id === undefined ? 'new' : 'given')
  if (!record) throw notFound()
  if (before) await way?.change?.(ctx, before, record)
  return record
}

/** Writes the nested lists that come with a record, and those that come with their rows. */
async function saveLists(
  ctx: Ctx,
  resource: Resource,
  record: Row,
  { input = {}, place }: Pick<Draft, 'input' | 'place'>,
): Promise<{ readonly entries: AuditEntry[]; readonly lists: string[] }> {
  const entries: AuditEntry[] = []
  const lists: string[] = []
  for (const lines of linesOf(resource)) {
    const list = input[lines.parent?.list ?? '']
    if (list === undefined || list === null) continue
    const name =
      place === undefined ? (lines.parent?.list ?? lines.name) : `${place}.${lines.parent?.list ?? lines.name}`
    entries.push(...(await saveLines(ctx, lines, record, { list, name })))
    lists.push(lines.name)
  }
  return { entries, lists }
}

/** A nested list as it came, and what it is called in the request: `itens.2.partes`. */
interface GivenList {
  readonly list: unknown
  readonly name: string
}

/** A nested list is the whole list: rows with an id are changed, rows without one are added, stored rows that are missing are removed. */
async function saveLines(
  ctx: Ctx,
  lines: Resource,
  parent: Row,
  { list, name: listName }: GivenList,
): Promise<AuditEntry[]> {
  const field = lines.parent?.field ?? ''
  if (!Array.isArray(list) || list.length > LINES_LIMIT)
    throw invalid({ [listName]: [`Informe uma lista de até ${LINES_LIMIT} itens.`] })
  const stored = new Map(
    (await loadWhere(ctx, lines, field, [Number(parent.id)], { lock: true })).map((row) => [row.id, row]),
  )
  const given = list.map((row) => writableBy(ctx, lines, objectOf(row)))
  const inputs = checkedLines(lines, given, stored, listName)
  const kept = new Set(inputs.map((one) => one.id))
  const left = [...stored.values()].filter((row) => !kept.has(row.id))
  // What is removed already is left out by whoever does not show it.
  const gone = left.filter((row) => lines.removed === undefined || row[lines.removed] === null)
  const drafts = inputs.map(({ id, values }, at) => {
    if (id === undefined) own(ctx, lines, values, { parent })
    return {
      before: id === undefined ? undefined : stored.get(id),
      values: { ...values, [field]: parent.id },
      input: given[at] ?? {},
      place: `${listName}.${at}`,
    }
  })
  await guardLines(ctx, lines, parent, { drafts: await takeOwn(ctx, lines, drafts), gone })
  for (const row of gone) await lines.hooks?.remove?.(ctx, row, parent)
  await assertRefs(ctx, lines, drafts)
  await assertTyped(ctx, lines, drafts, parent)
  await lines.hooks?.prepare?.(ctx, drafts, parent)
  assertDistinct(lines, drafts)
  const writes = await sealDrafts(ctx, lines, drafts)
  await removeLines(ctx, lines, gone)
  return storeLines(ctx, lines, parent, { writes, stored })
}

/** Takes what lines bring of their company's own fields. Answers the drafts that the document's life judges. Throws 422 under the line's place. */
async function takeOwn<D extends Draft>(ctx: Ctx, lines: Resource, drafts: readonly D[]): Promise<readonly Draft[]> {
  const judged: Draft[] = []
  for (const draft of drafts) {
    try {
      const one = await takeCustom(ctx, lines, draft)
      if (one) judged.push(one)
    } catch (error) {
      throw draft.place === undefined ? error : refusedAt(draft.place, error)
    }
  }
  return judged
}

/** Lines that their document no longer has. */
async function removeLines(ctx: Ctx, lines: Resource, gone: readonly (Row & { id: number })[]): Promise<void> {
  if (lines.removed !== undefined) return markRemoved(ctx, lines, gone)
  const ids = gone.map((row) => row.id)
  await tellLines(ctx, lines, ids)
  await deleteBelongings(ctx, lines, ids)
  await deleteRows(ctx, lines, gone)
}

interface Writing {
  readonly writes: readonly Draft[]
  readonly stored: ReadonlyMap<number, Row>
}

/** Stores checked rows of a list with what hangs on them, and does what follows. Answers what is told of all of them. */
async function storeLines(ctx: Ctx, lines: Resource, parent: Row, { writes, stored }: Writing): Promise<AuditEntry[]> {
  const fresh = writes.filter((draft) => !draft.before)
  const created = await insertRows(
    ctx,
    lines,
    fresh.map((draft) => draft.values),
  )
  const changed = await updateAlike(ctx, lines, writes)
  const numbers = new Map(fresh.map((draft, at) => [draft, Number(created[at]?.id)]))
  const below: AuditEntry[] = []
  const ids = new Set([...created, ...changed].map((row) => Number(row.id)))
  for (const draft of linesOf(lines).length === 0 ? [] : writes) {
    const id = draft.before ? Number(draft.before.id) : Number(numbers.get(draft))
    const written = await saveLists(ctx, lines, { ...draft.before, ...draft.values, id }, draft)
    below.push(...written.entries)
    if (written.lists.length > 0) ids.add(id)
  }
  // What hangs on rows may change them.
  const records: Row[] =
    linesOf(lines).length === 0 ? [...created, ...changed] : await loadWhere(ctx, lines, 'id', [...ids])
  await afterWrite(ctx, lines, records, { parent })
  const told = records.map((record) => {
    const before = stored.get(Number(record.id))
    return { resource: lines, record, before, acao: before ? 'update' : 'create' }
  })
  return [...told, ...below]
}

/** Rows that name the same columns are written by one statement. */
async function updateAlike(ctx: Ctx, lines: Resource, drafts: readonly Draft[]): Promise<Row[]> {
  const alike = new Map<string, (Row & { id: number })[]>()
  for (const { before, values } of drafts) {
    if (!before || fieldsThatDiffer(lines.fields, { before, values }).length === 0) continue
    const shape = Object.keys(values).sort().join()
    const group = alike.get(shape) ?? []
    alike.set(shape, [...group, { ...values, id: Number(before.id) }])
  }
  const written: Row[] = []
  for (const group of alike.values()) written.push(...(await updateRows(ctx, lines, group)))
  return written
}

function checkedLines(
  lines: Resource,
  list: readonly Row[],
  stored: ReadonlyMap<number, Row>,
  listName: string,
): Input[] {
  const errors: Record<string, string[]> = {}
  const inputs = list.map((row, at) => {
    const id = readId(row.id)
    const prefix = `${listName}.${at}.`
    const isNew = row.id === undefined || row.id === null
    // Lines that say in which version they were seen are not written over what somebody changed since.
    const before = isNew || row.versao === undefined ? undefined : stored.get(id ?? 0)
    if (before && readId(row.versao) !== before.versao) throw conflict('Este registro foi alterado por outro usuário.')
    if (!isNew && (id === undefined || !stored.has(id))) errors[`${prefix}id`] = ['Este item não é deste documento.']
    return {
      id,
      values: parsedValues(lines, row, isNew, (name, message) => (errors[`${prefix}${name}`] = [message])),
    }
  })
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return inputs
}

/** A request without what its caller may not see: that is not theirs to write either, as what the program computes is not. */
function writableBy({ actor }: Ctx, { fields }: Resource, input: Row): Row {
  const mine = Object.entries(input).filter(([name]) => maySee(actor, { right: metaOf(fields, name)?.right }))
  return Object.fromEntries(mine)
}

const metaOf = (fields: Fields, name: string) => (Object.hasOwn(fields, name) ? fields[name]?.meta : undefined)

/** The values of a request in their stored forms. Throws 422 with every field at fault. */
export function checkedValues(resource: Resource, input: Row, isNew: boolean): Row {
  const errors: Record<string, string[]> = {}
  const values = parsedValues(resource, input, isNew, (name, message) => (errors[name] = [message]))
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return values
}

/** As `checkedValues`, telling every field at fault to `refuse` instead of throwing. */
export function parsedValues(
  resource: Resource,
  input: Row,
  isNew: boolean,
  refuse: (name: string, message: string) => void,
): Row {
  const values: Row = {}
  for (const [name, field] of Object.entries(resource.fields)) {
    const given = input[name] instanceof PutBack ? input[name].value : input[name]
    if (given === input[name] && (field.meta.computed || setByEngine(resource, name))) continue
    if (!Object.hasOwn(input, name) && !(isNew && field.meta.required && field.initial === undefined)) continue
    const parsed = parseField(field.meta, given)
    if ('error' in parsed) refuse(name, parsed.error)
    else values[name] = parsed.ok ?? field.initial ?? null
  }
  return values
}

interface Owner {
  readonly parent: Row | undefined
  /** The company that the request names; the caller's chosen one when it names none. */
  readonly wanted?: unknown
}

function own(ctx: Ctx, resource: Resource, values: Row, { parent, wanted }: Owner): void {
  if (resource.parent && parent) values[resource.parent.field] = parent.id
  if (resource.company === 'own') values.empresa_id = parent?.empresa_id ?? readId(wanted) ?? ctx.actor.empresa_id
}

/** The document that a line belongs to, locked: the lines of one document change one after another. */
async function parentOf(ctx: Ctx, resource: Resource, record: Row): Promise<Row | undefined> {
  if (!resource.parent) {
    if (resource.company !== 'own' || record.empresa_id === undefined || record.empresa_id === null) return undefined
    if (!ctx.actor.empresas.includes(readId(record.empresa_id) ?? 0))
      throw forbidden('Você não tem acesso a esta empresa.')
    return undefined
  }
  const given = record[resource.parent.field]
  const id = readId(given)
  if (id === undefined) {
    const isMissing = given === undefined || given === null || given === ''
    const missing = resource.fields[resource.parent.field]?.meta.message ?? MESSAGES.required
    throw invalid({ [resource.parent.field]: [isMissing ? missing : MESSAGES.ref] })
  }
  const parent = await find(ctx, resourceNamed(resource.parent.resource), id, { lock: true })
  if (!parent) throw invalid({ [resource.parent.field]: ['Selecione um registro válido.'] })
  return parent
}

/** The JSON object of a request body, or a 422. */
export function objectOf(body: unknown): Row {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalid({ corpo: ['Informe um objeto JSON.'] })
  return { ...body }
}
