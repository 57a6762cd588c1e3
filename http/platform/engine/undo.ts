import { sql } from 'drizzle-orm'
import { maySee } from '../../../core/access'
import { type Ctx, rowsOf } from '../context'
import { badRequest, conflict, notFound } from '../errors'
import { readId } from '../parse'
import type { Resource, Row } from '../resource'
import { assertMay } from '../rights'
import { entriesOf } from './history'
import { PutBack } from './put-back'
import { linesOf } from './record'
import { BELONGED, idsOf, remove } from './remove'
import { objectOf, save } from './save'
import { find, loadWhere } from './write'

/**
 * Taking back what was just done: a save, a creation, a deletion. What is written is what the trail of changes (`auditoria`) says was there before, by
 * the ways that any change goes: rights, lives and rules are asked as for a change by hand, and the trail tells it.
 */

const CHANGED_SINCE = 'Este registro foi alterado depois: nada foi desfeito.'
const NOT_TO_UNDO = 'Esta ação não pode ser desfeita por aqui.'

const notToUndo = (why: string) => badRequest(why, 'not_undoable')

/** An entry of the trail, with the values that the fields had before. */
interface Told {
  readonly acao: string
  readonly recurso: string
  readonly registro_id: number
  readonly pai_id: number | null
  readonly user_id: number | null
  readonly before: ReadonlyMap<string, unknown>
}

/** All that one transaction told of a record, its lines and theirs, the last one that told anything. */
async function lastChange(ctx: Ctx, resource: Resource, id: number): Promise<readonly Told[]> {
  const last = sql`(select a.xmin from auditoria a where ${entriesOf(resource, id)} order by a.id desc limit 1)`
  const rows = await rowsOf(
    ctx,
    sql`select a.acao, a.recurso, a.registro_id, a.pai_id, a.user_id, prumo_campos(a.campos, a.compacto) as campos from auditoria a
        where (${entriesOf(resource, id)}) and a.xmin = ${last} order by a.id`,
  )
  return rows.map((row) => ({
    acao: String(row.acao),
    recurso: String(row.recurso),
    registro_id: Number(row.registro_id),
    pai_id: readId(row.pai_id) ?? null,
    user_id: readId(row.user_id) ?? null,
    before: beforeOf(row.campos),
  }))
}

function beforeOf(campos: unknown): ReadonlyMap<string, unknown> {
  const list: readonly unknown[] = Array.isArray(campos) ? campos : []
  return new Map(list.map((one) => objectOf(one)).map(({ campo, de }) => [String(campo), de]))
}

/**
 * The values before as they can be written again. Throws 400 `not_undoable` where something of them is not in the trail (secrets, big fields), is the
 * program's own (states), or may not be seen by the caller. That a line was removed, or was not, is put back as it was.
 */
function writable(ctx: Ctx, resource: Resource, told: Pick<Told, 'acao' | 'before'> | undefined): Row {
  const values: Row = {}
  // A deletion tells what there was: of a line that was not removed before, no date.
  if (told?.acao === 'delete' && resource.removed !== undefined) values[resource.removed] = new PutBack(null)
  for (const [name, value] of told?.before ?? []) {
    if (name === resource.removed) {
      values[name] = new PutBack(value)
      continue
    }
    const meta = resource.fields[name]?.meta
    if (!meta || meta.secret || meta.large || !maySee(ctx.actor, { right: meta.right })) throw notToUndo(NOT_TO_UNDO)
    const moved = resource.life !== undefined && (name in resource.life.dates || name in (resource.life.reasons ?? {}))
    if (moved) throw notToUndo('O documento mudou de situação: use os comandos dele.')
    if (!meta.computed) values[name] = meta.format === 'extra' ? new PutBack(value) : value
  }
  return values
}

/** The lists of a record as they were: changed rows with their values before, added ones gone, those that went there again; and so what hangs on them. */
async function listsBefore(ctx: Ctx, resource: Resource, id: number, told: readonly Told[]): Promise<Row> {
  const lists: Row = {}
  for (const lines of linesOf(resource)) {
    const entries = told.filter(({ recurso, pai_id }) => recurso === lines.name && pai_id === id)
    const below = new Set(
      told.filter(({ recurso }) => linesOf(lines).some((one) => one.name === recurso)).map(({ pai_id }) => pai_id),
    )
    const stored: readonly Row[] =
      entries.length === 0 && below.size === 0 ? [] : await loadWhere(ctx, lines, lines.parent?.field ?? 'id', [id])
    if (entries.length === 0 && !stored.some((row) => below.has(Number(row.id)))) continue
    // A line that is only marked as removed is there still: what is told of it is a change like any other.
    const gone = entries.filter((one) => one.acao === 'delete' && !stored.some((row) => row.id === one.registro_id))
    const of = (row: Row) => entries.find(({ registro_id }) => registro_id === row.id)
    const rows: Row[] = []
    for (const row of stored) {
      if (of(row)?.acao === 'create') continue
      const hung = below.has(Number(row.id)) ? await listsBefore(ctx, lines, Number(row.id), told) : {}
      rows.push({ id: row.id, ...writable(ctx, lines, of(row)), ...hung })
    }
    for (const one of gone)
      rows.push({ ...writable(ctx, lines, one), ...(await listsBefore(ctx, lines, one.registro_id, told)) })
    lists[lines.parent?.list ?? lines.name] = rows
  }
  return lists
}

/**
 * Takes back the caller's last save of a record: its values are those before, a record that was just made is deleted. `versao` is what the caller
 * knows it by. Throws 403, 404, 409 when anything was changed since, 400 `not_undoable`.
 */
export async function undoSave(ctx: Ctx, resource: Resource, id: number, body: unknown): Promise<object | undefined> {
  assertMay(ctx, resource, 'read')
  const record = await find(ctx, resource, id, { lock: true })
  if (!record) throw notFound()
  const told = await lastChange(ctx, resource, id)
  const known = readId(objectOf(body).versao) === record.versao
  if (!known || told.some(({ user_id }) => user_id !== ctx.actor.id)) throw conflict(CHANGED_SINCE)
  const head = told.find(({ recurso, registro_id }) => recurso === resource.name && registro_id === id)
  if (head?.acao === 'create') return remove(ctx, resource, id)
  if (told.length === 0 || (head && head.acao !== 'update')) throw notToUndo(NOT_TO_UNDO)
  const values = {
    ...writable(ctx, resource, head),
    ...(await listsBefore(ctx, resource, id, told)),
  }
  await save(ctx, resource, id, { ...values, versao: record.versao })
  return undefined
}

/** Makes records that the caller deleted again, under their numbers and with their lines: all or none. Throws 403, 404, 409, 422, 400 `not_undoable`. */
export async function undoDeletion(ctx: Ctx, resource: Resource, ids: unknown): Promise<{ ids: number[] }> {
  assertMay(ctx, resource, 'create')
  const wanted = idsOf(ids)
  for (const id of wanted) await restore(ctx, resource, id)
  return { ids: wanted }
}

async function restore(ctx: Ctx, resource: Resource, id: number): Promise<void> {
  const marked: Row | undefined = await find(ctx, resource, id, { lock: true })
  if (marked && (marked[resource.removed ?? ''] ?? null) === null) throw conflict(CHANGED_SINCE)
  const told = await lastChange(ctx, resource, id)
  const head = told.find(({ recurso, registro_id }) => recurso === resource.name && registro_id === id)
  if (head?.acao !== 'delete' || head.user_id !== ctx.actor.id) throw notFound()
  if (head.before.has(BELONGED))
    throw notToUndo('O registro tinha anexos ou horários, que não voltam: não dá para desfazer a exclusão.')
  const values = { ...writable(ctx, resource, head), ...(await listsBefore(ctx, resource, id, told)) }
  await (marked ? save(ctx, resource, id, values) : save(ctx, resource, undefined, values, { as: id }))
}
