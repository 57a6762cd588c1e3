import type { Ctx } from '../context'
import { ApiError } from '../errors'
import { readId } from '../parse'
import { resourceNamed, type Resource, type Row } from '../resource'
import { assertMay } from '../rights'
import { pgCode } from '../../db/faults'
import { afterWrite } from './after'
import { audit } from './audit'
import { keepParents, type Parents, tellParents } from './parents'
import { guardLines, guardRemoval } from './guard'
import { linesOf } from './record'
import { announce, deleteBelongings, deleteRows, load, loadWhere, tellDeletion, updateRows } from './write'

export const REMOVED = 'Registro excluido com sucesso.'
/** Foreign keys answer the one, `on delete restrict` the other (PostgreSQL 18). */
const IN_USE = new Set(['23503', '23001'])
const BULK_LIMIT = 1000
/** In the trail of a deletion: how many attachments, hours of the week and the like went with the record. */
export const BELONGED = 'pertences'

/** Deletes a record and its lines. Throws 403, 404, 400 `in_use` when others refer to it. */
export async function remove(ctx: Ctx, resource: Resource, id: number): Promise<{ message: string }> {
  const kept: Parents = new Map()
  await removeOne(ctx, resource, id, kept)
  await tellParents(ctx, kept)
  return { message: REMOVED }
}

/** Answers the numbers of others that went along. */
async function removeOne(ctx: Ctx, resource: Resource, id: number, kept: Parents): Promise<readonly number[]> {
  assertMay(ctx, resource, 'delete')
  const record = await load(ctx, resource, id, { lock: true })
  const parent =
    resource.parent &&
    (await load(ctx, resourceNamed(resource.parent.resource), Number(record[resource.parent.field]), { lock: true }))
  await keepParents(ctx, resource, parent, kept)
  await guardRemoval(ctx, resource, record)
  if (parent) await guardLines(ctx, resource, parent, { gone: [record] })
  const along = (await resource.hooks?.remove?.(ctx, record)) ?? []
  if (resource.removed !== undefined) {
    await markRemoved(ctx, resource, [record])
    if (parent) await afterWrite(ctx, resource, [], { parent })
    await announce(ctx, resource, id)
    return along
  }
  const took = await deleteBelongings(ctx, resource, [id])
  await tellLines(ctx, resource, [id])
  try {
    await deleteRows(ctx, resource, [record], took > 0 ? [{ campo: BELONGED, de: took, para: null }] : [])
  } catch (error) {
    if (!IN_USE.has(pgCode(error) ?? '')) throw error
    throw new ApiError(400, 'in_use', 'Este registro está em uso por outros registros e não pode ser excluído.')
  }
  if (parent) await afterWrite(ctx, resource, [], { parent })
  await announce(ctx, resource, id, record)
  return along
}

/** Marks lines as removed that stay all the same; those that are marked already keep their date. */
export async function markRemoved(
  ctx: Ctx,
  resource: Resource,
  rows: readonly (Row & { id: number })[],
): Promise<void> {
  const { removed = '' } = resource
  const before = new Map(rows.filter((row) => row[removed] === null).map((row) => [row.id, row]))
  const marked = await updateRows(
    ctx,
    resource,
    [...before.keys()].map((id) => ({ id, [removed]: ctx.clock.now() })),
  )
  await audit(
    ctx,
    marked.map((record) => ({ resource, record, before: before.get(record.id), acao: 'delete' })),
  )
}

/** Tells and audits the lines that go with some records, and theirs. */
export async function tellLines(ctx: Ctx, resource: Resource, ids: readonly number[]): Promise<void> {
  for (const lines of linesOf(resource)) {
    const rows = await loadWhere(ctx, lines, lines.parent?.field ?? 'id', ids)
    if (rows.length === 0) continue
    const own = rows.map((row) => row.id)
    await tellLines(ctx, lines, own)
    await tellDeletion(ctx, lines, rows)
    await audit(
      ctx,
      rows.map((row) => ({ resource: lines, record: row, before: row, acao: 'delete' })),
    )
    await deleteBelongings(ctx, lines, own)
  }
}

/** The numbers of a call on several records, in order. Throws 422. */
export function idsOf(ids: unknown): number[] {
  const given = Array.isArray(ids) ? [...new Set(ids.map(readId))] : []
  const wanted = given.filter((id) => id !== undefined)
  if (wanted.length === 0 || wanted.length !== given.length || wanted.length > BULK_LIMIT)
    throw new ApiError(422, 'validation', `Informe de 1 a ${BULK_LIMIT} registros.`, {
      ids: [`Informe de 1 a ${BULK_LIMIT} registros.`],
    })
  return wanted.sort((a, b) => a - b)
}

/** Deletes several records, all or none; what one took along is not looked for again. */
export async function removeMany(
  ctx: Ctx,
  resource: Resource,
  ids: unknown,
): Promise<{ message: string; ids: number[] }> {
  const wanted = idsOf(ids)
  const kept: Parents = new Map()
  const gone = new Set<number>()
  for (const id of wanted)
    if (!gone.has(id)) for (const other of await removeOne(ctx, resource, id, kept)) gone.add(other)
  await tellParents(ctx, kept)
  return { message: REMOVED, ids: wanted }
}
