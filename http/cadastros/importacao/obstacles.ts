import { type SQL, sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../../platform/context'
import { tableName } from '../../platform/engine/columns'
import { allResources, type Resource } from '../../platform/resource'
import { kindOf } from './pass'
import type { Batch } from './stage'

/** What stands in the way of undoing a batch: each of its records that is gone, was changed or is used since. */

/**
 * Finds what may not be undone, and notes why at each record that the batch wrote. The records are held first, so that none is changed or used while
 * the others are undone. Answers how many there are, and how many may be undone.
 */
export async function markObstacles(ctx: Ctx, batch: Batch): Promise<{ left: number; free: number }> {
  const { resource } = kindOf(batch)
  const mine = sql`k.importacao_id = ${batch.id} and k.recurso = ${resource.name}`
  await ctx.db.execute(
    sql`select count(*) from (select t.id from ${tableName(resource)} t join importacao_registro k on k.registro_id = t.id
        where ${mine} order by t.id for update of t) held`,
  )
  await ctx.db.execute(
    sql`update importacao_registro k set impedimento = null where ${mine} and impedimento is not null`,
  )
  const reasons = [
    changedSince(batch, resource),
    attachedSince(batch, resource),
    ...usesOf(resource).map((use) => usedSince(batch, resource, use)),
  ]
  for (const reason of reasons)
    await ctx.db.execute(
      sql`update importacao_registro k set impedimento = x.motivo from (${reason}) x
          where ${mine} and k.registro_id = x.registro_id and k.impedimento is null`,
    )
  const [row] = await rowsOf(
    ctx,
    sql`select count(impedimento)::int as ruled, count(*)::int as total from importacao_registro k where ${mine}`,
  )
  const left = Number(row?.ruled ?? 0)
  return { left, free: Number(row?.total ?? 0) - left }
}

/** A record that was left as it is, by what people call it. */
export interface Obstacle {
  readonly registro_id: number
  readonly nome: string
  readonly motivo: string
}

/** What was left when the batch was undone, in the order of its records. */
export async function obstaclesOf(
  ctx: Ctx,
  batch: Batch,
  { inicio, quantas }: { readonly inicio: number; readonly quantas: number },
): Promise<Obstacle[]> {
  const { resource } = kindOf(batch)
  const rows = await rowsOf(
    ctx,
    sql`select k.registro_id, ${nameOf(resource)} as nome, k.impedimento as motivo from ${kept(batch, resource)} and k.impedimento is not null
        order by k.registro_id limit ${quantas} offset ${inicio}`,
  )
  return rows.map(({ registro_id, nome, motivo }) => ({
    registro_id: Number(registro_id),
    nome: String(nome),
    motivo: String(motivo),
  }))
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

/** Records whose version is not the one that the batch wrote, with who changed them last, when, and in what. */
function changedSince(batch: Batch, resource: Resource): SQL {
  const labels = JSON.stringify(
    Object.fromEntries(Object.entries(resource.fields).map(([name, { meta }]) => [name, meta.label])),
  )
  return sql`
    with moved as (select k.registro_id, t.id from ${kept(batch, resource)} and t.versao is distinct from k.versao)
    select m.registro_id,
      case when m.id is null then 'foi excluído depois da importação.'
        else 'foi alterado' || coalesce(' por ' || a.name, '') || coalesce(' em ' || to_char(a.dh, 'DD/MM/YYYY HH24:MI'), '')
          || coalesce(' (' || a.campos || ')', '') || ', depois da importação.' end as motivo
    from moved m left join lateral (
      select u.name, x.dh, (select left(string_agg(coalesce(${labels}::jsonb ->> (c ->> 'campo'), c ->> 'campo'), ', '), 200)
          from jsonb_array_elements(prumo_campos(x.campos, x.compacto)) c) as campos
      from auditoria x left join "user" u on u.id = x.user_id
      where x.recurso = ${resource.name} and x.registro_id = m.registro_id order by x.id desc limit 1) a on true`
}

interface Use {
  readonly by: Resource
  readonly field: string
}

/** Where records of a resource may be used: every reference to it, its own lists among them. */
export function usesOf(resource: Resource): Use[] {
  return allResources().flatMap((by) =>
    Object.entries(by.fields)
      .filter(([, { meta }]) => meta.ref === resource.name)
      .map(([field]) => ({ by, field })),
  )
}

/** Records that the batch created and somebody attached files to. */
function attachedSince(batch: Batch, resource: Resource): SQL {
  const files = sql`from anexo a where a.anexable_type = ${resource.name} and a.anexable_id = k.registro_id`
  return sql`
    select k.registro_id, 'tem ' || (select count(*) ${files}) || ' anexo(s).' as motivo
    from ${kept(batch, resource)} and k.antes is null and exists (select 1 ${files})`
}

/** Records that the batch created and others refer to, with what refers to them. */
function usedSince(batch: Batch, resource: Resource, use: Use): SQL {
  const field = sql.raw(`"${use.field}"`)
  return sql`
    select k.registro_id,
      ${`usado em ${use.by.title.toLowerCase()} (código `}::text || (select string_agg(s.id::text, ', ') from (
        select u.id from ${tableName(use.by)} u where u.${field} = k.registro_id order by u.id limit 5) s) || ').' as motivo
    from ${kept(batch, resource)} and k.antes is null
      and exists (select 1 from ${tableName(use.by)} u where u.${field} = k.registro_id)`
}
