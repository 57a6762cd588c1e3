import { type SQL, sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../../platform/context'
import { audit } from '../../platform/engine/audit'
import { columnList, tableName } from '../../platform/engine/columns'
import { announce, deleteRows, load, typed, update, updateRows } from '../../platform/engine/write'
import { ApiError, badRequest } from '../../platform/errors'
import { allResources, type RecordOf, type Resource, resourceNamed, type Row } from '../../platform/resource'
import { importacao } from './importacao'
import { kindOf, type OnRows } from './pass'
import { type Batch, CHUNK } from './stage'
import { memoryKeeper } from './tidy-memory'

const ACTION = 'desfaz_importacao'
const TOLD = 20

/** One thing that stands in the way of undoing a batch. */
export interface Obstacle {
  readonly recurso: string
  readonly registro_id: number
  readonly nome: string
  readonly motivo: string
}

/**
 * Undoes a batch in the caller's transaction: what it changed is as it was, what it created is gone, audited. Only when none of it was changed
 * or used since: else 400 `em_uso`, which names what stands in the way, and nothing is done.
 */
export async function undoBatch(ctx: Ctx, id: number, onRows: OnRows = () => undefined): Promise<Batch> {
  const batch = await load(ctx, importacao, id, { lock: true })
  if (batch.status !== 'importada') throw badRequest('Só um lote importado pode ser desfeito.', 'rule')
  const { total, found } = await obstacles(ctx, batch)
  if (total > 0) throw inTheWay(total, found)
  const { resource } = kindOf(batch)
  let done = 0
  const tidy = memoryKeeper()
  for await (const kept of keptRows(ctx, batch, resource)) {
    await restore(ctx, resource, kept)
    done += kept.length
    await onRows(done)
    tidy()
  }
  await removeReferences(ctx, batch, resource)
  await ctx.db.execute(sql`delete from importacao_registro where importacao_id = ${batch.id}`)
  await announce(ctx, resource, 0)
  return update(ctx, importacao, batch, { status: 'desfeita', dhDesfeita: ctx.clock.now() }, 'desfaz')
}

function inTheWay(total: number, found: readonly Obstacle[]): ApiError {
  const more = total > found.length ? ` … e mais ${total - found.length}.` : ''
  const list = found.map(({ nome, motivo }) => `${nome}: ${motivo}`)
  return new ApiError(400, 'em_uso', `Não é possível desfazer este lote: ${list.join(' ')}${more}`, { registros: list })
}

/** Everything that stands in the way: what is gone, changed or used since. At most twenty are told, all are counted. */
export async function obstacles(ctx: Ctx, batch: Batch): Promise<{ total: number; found: Obstacle[] }> {
  const { resource } = kindOf(batch)
  const name = nameOf(resource)
  const queries = [
    changedSince(batch, resource, name),
    attachedSince(batch, resource, name),
    ...usesOf(resource).map((use) => usedSince(batch, resource, { use, name })),
  ]
  let total = 0
  const found: Obstacle[] = []
  for (const query of queries)
    for (const row of await rowsOf(ctx, query)) {
      total += Number(row.vezes ?? 1)
      if (found.length < TOLD)
        found.push({
          recurso: resource.name,
          registro_id: Number(row.registro_id),
          nome: String(row.nome ?? `${resource.title} ${String(row.registro_id)}`),
          motivo: String(row.motivo),
        })
    }
  return { total, found }
}

/** How a record is called in a message: its first display column that is text. */
function nameOf(resource: Resource): SQL {
  const column = resource.display.find((one) => resource.fields[one]?.meta.kind === 'text')
  const number = sql`${`${resource.title} `}::text || k.registro_id`
  return column === undefined ? number : sql`coalesce(t.${sql.raw(`"${column}"`)}, ${number})`
}

const kept = (batch: Batch, resource: Resource) =>
  sql`importacao_registro k left join ${tableName(resource)} t on t.id = k.registro_id
      where k.importacao_id = ${batch.id} and k.recurso = ${resource.name}`

/** Records whose version is not the one that the batch wrote, with who changed them last. */
function changedSince(batch: Batch, resource: Resource, name: SQL): SQL {
  return sql`
    with moved as (select k.registro_id, ${name} as nome, t.id from ${kept(batch, resource)} and t.versao is distinct from k.versao)
    select m.registro_id, m.nome, (select count(*) from moved)::int - ${TOLD} as rest, 1 as vezes,
      case when m.id is null then 'foi excluído depois da importação.'
        else 'foi alterado' || coalesce(' por ' || a.name, '') || coalesce(' em ' || to_char(a.dh, 'DD/MM/YYYY HH24:MI'), '') || ', depois da importação.' end as motivo
    from moved m left join lateral (
      select u.name, x.dh from auditoria x left join "user" u on u.id = x.user_id
      where x.recurso = ${resource.name} and x.registro_id = m.registro_id order by x.id desc limit 1) a on true
    order by m.registro_id limit 1000`
}

interface Use {
  readonly by: Resource
  readonly field: string
}

/** Where records of a resource may be used: every reference to it, its own lists among them. */
function usesOf(resource: Resource): Use[] {
  return allResources().flatMap((by) =>
    Object.entries(by.fields)
      .filter(([, { meta }]) => meta.ref === resource.name)
      .map(([field]) => ({ by, field })),
  )
}

/** Records that the batch created and somebody attached files to. */
function attachedSince(batch: Batch, resource: Resource, name: SQL): SQL {
  const files = sql`from anexo a where a.anexable_type = ${resource.name} and a.anexable_id = k.registro_id`
  return sql`
    select k.registro_id, ${name} as nome, 1 as vezes, 'tem ' || (select count(*) ${files}) || ' anexo(s).' as motivo
    from ${kept(batch, resource)} and k.antes is null and exists (select 1 ${files}) order by k.registro_id limit 1000`
}

/** Records that the batch created and others refer to, with what refers to them. */
function usedSince(batch: Batch, resource: Resource, { use, name }: { readonly use: Use; readonly name: SQL }): SQL {
  const field = sql.raw(`"${use.field}"`)
  return sql`
    select k.registro_id, ${name} as nome, 1 as vezes,
      ${`usado em ${use.by.title.toLowerCase()} (código `}::text || (select string_agg(s.id::text, ', ') from (
        select u.id from ${tableName(use.by)} u where u.${field} = k.registro_id order by u.id limit 5) s) || ').' as motivo
    from ${kept(batch, resource)} and k.antes is null
      and exists (select 1 from ${tableName(use.by)} u where u.${field} = k.registro_id)
    order by k.registro_id limit 1000`
}

interface KeptRow {
  readonly record: RecordOf<Resource>
  readonly antes: Row | null
}

async function* keptRows(ctx: Ctx, batch: Batch, resource: Resource): AsyncGenerator<KeptRow[]> {
  let after = 0
  while (true) {
    const rows = await rowsOf(
      ctx,
      sql`select k.antes as "#antes", ${columnList(resource, 't')} from importacao_registro k join ${tableName(resource)} t on t.id = k.registro_id
          where k.importacao_id = ${batch.id} and k.recurso = ${resource.name} and k.registro_id > ${after} order by k.registro_id limit ${CHUNK} for update of t`,
    )
    if (rows.length === 0) return
    yield rows.map(({ '#antes': antes, ...row }) => ({ record: typed(resource, row), antes: asRow(antes) }))
    after = Number(rows.at(-1)?.id)
  }
}

const asRow = (value: unknown): Row | null => (typeof value === 'object' && value !== null ? { ...value } : null)

/** Created records go, changed ones are as they were. */
async function restore(ctx: Ctx, resource: Resource, rows: readonly KeptRow[]): Promise<void> {
  const created = rows.filter(({ antes }) => antes === null).map(({ record }) => record)
  for (const record of resource.hooks?.remove ? created : []) await resource.hooks?.remove?.(ctx, record)
  await deleteRows(ctx, resource, created)
  const changed = rows.flatMap(({ record, antes }) => (antes === null ? [] : [{ record, antes }]))
  const shapes = Map.groupBy(changed, ({ antes }) => Object.keys(antes).sort().join())
  for (const alike of shapes.values()) {
    const written = await updateRows(
      ctx,
      resource,
      alike.map(({ record, antes }) => ({ ...antes, id: record.id })),
    )
    const before = new Map(alike.map(({ record }) => [record.id, record]))
    await audit(
      ctx,
      written.map((record) => ({ resource, record, before: before.get(record.id), acao: ACTION })),
    )
  }
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
