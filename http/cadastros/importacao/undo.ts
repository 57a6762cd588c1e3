import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../../platform/context'
import { columnList, tableName } from '../../platform/engine/columns'
import { announce, deleteRows, load, typed, update, updateMany } from '../../platform/engine/write'
import { ApiError, badRequest } from '../../platform/errors'
import { type RecordOf, type Resource, resourceNamed, type Row } from '../../platform/resource'
import { importacao } from './importacao'
import { markObstacles, obstaclesOf, usesOf } from './obstacles'
import { kindOf, type OnRows } from './pass'
import { type Batch, CHUNK } from './stage'
import { memoryKeeper } from './tidy-memory'

const ACTION = 'desfaz_importacao'
const TOLD = 20

/** Whether there is anything of a batch to undo: all of it, or what was left when it was undone before. */
export const isUndoable = ({ status }: Batch): boolean => status === 'importada' || status === 'desfeita_em_parte'

/**
 * Undoes a batch in the caller's transaction: what it changed is as it was, what it created is gone, audited. What was changed or used since stays as it
 * is, is counted in `mantidos` and told by `obstaclesOf`; it can be undone later, when nothing stands in the way any more. Throws 400 `em_uso`, which
 * names what stands in the way, where nothing at all can be undone.
 */
export async function undoBatch(ctx: Ctx, id: number, onRows: OnRows = () => undefined): Promise<Batch> {
  const batch = await load(ctx, importacao, id, { lock: true })
  if (!isUndoable(batch)) throw badRequest('Só um lote importado pode ser desfeito.', 'rule')
  const { resource } = kindOf(batch)
  const { left, free } = await markObstacles(ctx, batch)
  if (left > 0 && free === 0) throw await inTheWay(ctx, batch, left)
  let done = 0
  const tidy = memoryKeeper()
  for await (const kept of keptRows(ctx, batch, resource)) {
    await restore(ctx, batch, resource, kept)
    done += kept.length
    await onRows(done)
    tidy()
  }
  await removeReferences(ctx, batch, resource)
  await ctx.db.execute(
    left > 0
      ? sql`delete from importacao_registro where importacao_id = ${batch.id} and recurso = ${resource.name} and impedimento is null`
      : sql`delete from importacao_registro where importacao_id = ${batch.id}`,
  )
  await announce(ctx, resource, 0)
  const status = left > 0 ? 'desfeita_em_parte' : 'desfeita'
  return update(ctx, importacao, batch, { status, mantidos: left, dhDesfeita: ctx.clock.now() }, 'desfaz')
}

async function inTheWay(ctx: Ctx, batch: Batch, total: number): Promise<ApiError> {
  const found = await obstaclesOf(ctx, batch, { inicio: 0, quantas: TOLD })
  const more = total > found.length ? ` … e mais ${total - found.length}.` : ''
  const list = found.map(({ nome, motivo }) => `${nome}: ${motivo}`)
  return new ApiError(400, 'em_uso', `Não é possível desfazer este lote: ${list.join(' ')}${more}`, { registros: list })
}

interface KeptRow {
  readonly record: RecordOf<Resource>
  /** The version that the batch left. */
  readonly versao: number
  readonly antes: Row | null
}

async function* keptRows(ctx: Ctx, batch: Batch, resource: Resource): AsyncGenerator<KeptRow[]> {
  let after = 0
  while (true) {
    const rows = await rowsOf(
      ctx,
      sql`select k.antes as "#antes", k.versao as "#versao", ${columnList(resource, 't')} from importacao_registro k join ${tableName(resource)} t on t.id = k.registro_id
          where k.importacao_id = ${batch.id} and k.recurso = ${resource.name} and k.registro_id > ${after} and k.impedimento is null order by k.registro_id limit ${CHUNK}`,
    )
    if (rows.length === 0) return
    yield rows.map(({ '#antes': antes, '#versao': versao, ...row }) => ({
      record: typed(resource, row),
      versao: Number(versao),
      antes: asRow(antes),
    }))
    after = Number(rows.at(-1)?.id)
  }
}

const asRow = (value: unknown): Row | null => (typeof value === 'object' && value !== null ? { ...value } : null)

/** Created records go, changed ones are as they were. */
async function restore(ctx: Ctx, batch: Batch, resource: Resource, rows: readonly KeptRow[]): Promise<void> {
  const created = rows.filter(({ antes }) => antes === null).map(({ record }) => record)
  for (const record of resource.hooks?.remove ? created : []) await resource.hooks?.remove?.(ctx, record)
  await deleteRows(ctx, resource, created)
  const changed = rows.flatMap(({ record, versao, antes }) => (antes === null ? [] : [{ record, versao, antes }]))
  const shapes = Map.groupBy(changed, ({ antes }) => Object.keys(antes).sort().join())
  for (const alike of shapes.values()) {
    const written = await updateMany(
      ctx,
      resource,
      alike.map(({ record }) => record),
      alike.map(({ record, antes }) => ({ ...antes, id: record.id })),
      ACTION,
    )
    const left = new Map(alike.map(({ record, versao }) => [record.id, versao]))
    await asBefore(
      ctx,
      batch,
      written.map(({ id, versao }) => ({ recurso: resource.name, id, versao, antes: (left.get(id) ?? 0) - 1 })),
    )
  }
}

interface Restored {
  readonly recurso: string
  readonly id: number
  /** What it is now, and what it was before the batch changed it: the same record, as far as batches before this one know it. */
  readonly versao: number
  readonly antes: number
}

/** Records that are as an earlier batch left them are so again for that batch too: it can be undone. */
async function asBefore(ctx: Ctx, batch: Batch, rows: readonly Restored[]): Promise<void> {
  await ctx.db.execute(sql`
    update importacao_registro k set versao = x.versao
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (recurso text, id int, versao int, antes int)
    where k.recurso = x.recurso and k.registro_id = x.id and k.versao = x.antes and k.importacao_id <> ${batch.id}`)
}

/** Groups, units and brands that the batch created go too, unless something else uses them by now. */
async function removeReferences(ctx: Ctx, batch: Batch, main: Resource): Promise<void> {
  const others = await rowsOf(
    ctx,
    sql`select recurso, json_agg(registro_id) as ids from importacao_registro where importacao_id = ${batch.id} and recurso <> ${main.name} group by recurso`,
  )
  for (const { recurso, ids } of others) {
    const resource = resourceNamed(String(recurso))
    const unused = usesOf(resource).map(
      ({ by, field }) => sql`not exists (select 1 from ${tableName(by)} u where u.${sql.raw(`"${field}"`)} = t.id)`,
    )
    const list = Array.isArray(ids) ? ids.map(Number) : []
    const rows = await rowsOf(
      ctx,
      sql`select ${columnList(resource, 't')} from ${tableName(resource)} t where t.id = any (${`{${list.join(',')}}`}::int[]) and t.versao = 1
          ${unused.length > 0 ? sql`and ${sql.join(unused, sql` and `)}` : sql``} for update`,
    )
    await deleteRows(
      ctx,
      resource,
      rows.map((row) => typed(resource, row)),
    )
  }
}
