import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'
import { type Draft, refuseRows, type Row } from '../../platform/resource'

/** What an hour of a step costs now: of the resource that works, else of the step's, else of its centre. By step. */
export async function ratesOf(
  ctx: Ctx,
  steps: readonly { readonly id: number; readonly recurso_id?: number | null }[],
): Promise<ReadonlyMap<number, { readonly recurso_id: number | null; readonly vHora: string }>> {
  const asked = JSON.stringify(steps.map(({ id, recurso_id }) => ({ id, recurso_id: recurso_id ?? null })))
  const rows = await rowsOf(
    ctx,
    sql`select e.id, coalesce(a.recurso_id, e.recurso_id) as recurso_id, coalesce(r."vHora", c."vHora", 0)::text as rate
        from jsonb_to_recordset(${asked}::jsonb) as a (id int, recurso_id int)
        join ordem_producao_mercadoria_etapa e on e.id = a.id join centro_trabalho c on c.id = e.centro_trabalho_id
        left join recurso r on r.id = coalesce(a.recurso_id, e.recurso_id)`,
  )
  return new Map(
    rows.map((row) => [
      Number(row.id),
      { recurso_id: row.recurso_id === null ? null : Number(row.recurso_id), vHora: String(row.rate) },
    ]),
  )
}

/** Work that somebody writes down afterwards: it ends after it began, and costs what the hour costs now. Throws 422. */
export async function fillWork(ctx: Ctx, drafts: readonly Draft[]): Promise<void> {
  refuseRows(drafts, ({ before, values }) => {
    const { dhIni, dhFim }: Row = { ...before, ...values }
    return dhFim && new Date(String(dhFim)) < new Date(String(dhIni))
      ? { dhFim: 'O fim é anterior ao início.' }
      : undefined
  })
  const fresh = drafts.filter(({ before }) => !before)
  const rates = await ratesOf(
    ctx,
    fresh.map(({ values }) => ({ id: Number(values.ordem_producao_mercadoria_etapa_id) })),
  )
  for (const { values } of fresh) {
    const rate = rates.get(Number(values.ordem_producao_mercadoria_etapa_id))
    values.user_id ??= ctx.actor.id || null
    values.recurso_id ??= rate?.recurso_id ?? null
    values.vHora ??= rate?.vHora ?? '0'
  }
}

/** The steps of products, for goods of an order that have none of their own: with how long they should take. */
export async function copySteps(ctx: Ctx, ordem_producao_id: number): Promise<void> {
  await ctx.db.execute(sql`
    insert into ordem_producao_mercadoria_etapa (ordem_producao_mercadoria_id, empresa_id, n_ordem, descricao, centro_trabalho_id, recurso_id, "qMinutosPlanejados")
    select g.id, g.empresa_id, s.n_ordem, s.descricao, s.centro_trabalho_id, s.recurso_id, round(s."qMinutosPreparo" + s."qMinutos" * g."qTrib", 2)
    from ordem_producao_mercadoria g join mercadoria_etapa_producao s on s.mercadoria_id = g.mercadoria_id
    where g.ordem_producao_id = ${ordem_producao_id}
      and not exists (select 1 from ordem_producao_mercadoria_etapa x where x.ordem_producao_mercadoria_id = g.id)
    order by g.id, s.n_ordem`)
}

/** Nobody works any more on an order that goes: what is under way ends now. */
export async function stopWork(ctx: Ctx, ordem_producao_id: number): Promise<void> {
  await ctx.db.execute(sql`
    update op_mercadoria_atividade a set "dhFim" = ${ctx.clock.now()}
    from ordem_producao_mercadoria_etapa e join ordem_producao_mercadoria g on g.id = e.ordem_producao_mercadoria_id
    where e.id = a.ordem_producao_mercadoria_etapa_id and g.ordem_producao_id = ${ordem_producao_id} and a."dhFim" is null`)
}

interface Worked {
  readonly id: number
  readonly goods: number
  readonly vHora: string
}

/** Work on some goods that no part has taken, ended; and who is still at it. */
export async function openWork(ctx: Ctx, goods: readonly number[]): Promise<{ ended: Worked[]; running: Row[] }> {
  const rows = await rowsOf(
    ctx,
    sql`select a.id, e.ordem_producao_mercadoria_id as goods, a."vHora"::text as rate, a."dhFim" is null as running, e.descricao, e.n_ordem
        from op_mercadoria_atividade a join ordem_producao_mercadoria_etapa e on e.id = a.ordem_producao_mercadoria_etapa_id
        where e.ordem_producao_mercadoria_id = any (${intArray(goods)}::int[]) and a.op_parte_id is null order by a.id for update of a`,
  )
  return {
    ended: rows
      .filter((row) => row.running !== true)
      .map((row) => ({ id: Number(row.id), goods: Number(row.goods), vHora: String(row.rate) })),
    running: rows.filter((row) => row.running === true),
  }
}

/** Rows of work beside others of the same people and machines at the same time: those too, whatever they were for. */
export async function besides(ctx: Ctx, ids: readonly number[]): Promise<Row[]> {
  if (ids.length === 0) return []
  return rowsOf(
    ctx,
    sql`select distinct b.id, (extract(epoch from b."dhIni") * 1000)::float8 as "from", (extract(epoch from coalesce(b."dhFim", ${ctx.clock.now()}::timestamptz)) * 1000)::float8 as "to",
          b.user_id as person, case when r.tipo = ${MACHINE} then b.recurso_id end as machine
        from op_mercadoria_atividade a join op_mercadoria_atividade b on b.empresa_id = a.empresa_id and b."dhIni" <= a."dhFim" and coalesce(b."dhFim", a."dhFim") >= a."dhIni"
          and (b.id = a.id or b.user_id = a.user_id or b.recurso_id = a.recurso_id)
        left join recurso r on r.id = b.recurso_id where a.id = any (${intArray(ids)}::int[])`,
  )
}

const MACHINE = 0
