import { sql } from 'drizzle-orm'
import { decimal } from '../../../core/money/decimal'
import { RATE, STEP_MINUTES } from '../../estoque/mercadoria-etapa'
import { type Ctx, rowsOf } from '../../platform/context'
import { differs } from '../../platform/engine/columns'
import { intArray } from '../../platform/engine/query'
import { badRequest } from '../../platform/errors'
import { type Draft, refuseRows, type Row } from '../../platform/resource'
import { countFault, type Unit } from '../counted'
import { isFinished } from '../ordem_producao/sums'
import { personIn } from './person'

interface Rate {
  readonly recurso_id: number | null
  readonly vHora: string
}

/** What an hour of steps costs now: of the resource that works, else of the step's, else of its centre. In the order of the steps. */
export async function ratesOf(
  ctx: Ctx,
  steps: readonly { readonly id: number; readonly recurso_id?: number | null }[],
): Promise<readonly Rate[]> {
  const asked = JSON.stringify(steps.map(({ id, recurso_id }, at) => ({ at, id, recurso_id: recurso_id ?? null })))
  const rows = await rowsOf(
    ctx,
    sql`select coalesce(a.recurso_id, e.recurso_id) as recurso_id, ${sql.raw(RATE)}::text as rate
        from jsonb_to_recordset(${asked}::jsonb) as a (at int, id int, recurso_id int)
        left join ordem_producao_mercadoria_etapa e on e.id = a.id left join centro_trabalho c on c.id = e.centro_trabalho_id
        left join recurso r on r.id = coalesce(a.recurso_id, e.recurso_id) order by a.at`,
  )
  return rows.map((row) => ({
    recurso_id: row.recurso_id === null ? null : Number(row.recurso_id),
    vHora: String(row.rate),
  }))
}

/**
 * Work that somebody writes down afterwards: it has ended, after it began, and costs what the hour costs now. Who tells nobody has done it. Throws 422, 400
 * `finalised`.
 */
export async function fillWork(ctx: Ctx, drafts: readonly Draft[]): Promise<void> {
  const now = new Date(ctx.clock.now())
  const units = await unitsOf(ctx, drafts.map(stepOf))
  refuseRows(drafts, (draft) => timeFaults(draft, now) ?? countFaults(newOf(draft), units.get(stepOf(draft))))
  const fresh = drafts.filter(({ before }) => !before)
  await assertMore(
    ctx,
    fresh.map(({ values }) => Number(values.ordem_producao_mercadoria_etapa_id)),
  )
  for (const { values } of fresh) values.user_id ??= ctx.actor.id || null
  await fillRates(
    ctx,
    drafts.filter(({ before, values }) => !before || (values.recurso_id ?? before.recurso_id) !== before.recurso_id),
  )
}

const stepOf = ({ before, values }: Draft): number =>
  Number(values.ordem_producao_mercadoria_etapa_id ?? before?.ordem_producao_mercadoria_etapa_id)

/** What the goods of steps are counted in. */
export async function unitsOf(ctx: Ctx, steps: readonly number[]): Promise<ReadonlyMap<number, Unit>> {
  const rows = await rowsOf(
    ctx,
    sql`select e.id, u.un, u.decimal from ordem_producao_mercadoria_etapa e join ordem_producao_mercadoria g on g.id = e.ordem_producao_mercadoria_id
        join mercadoria m on m.id = g.mercadoria_id join unidade u on u.id = m.unidade_id where e.id = any (${intArray(steps)}::int[])`,
  )
  return new Map(
    rows.map((row) => [
      Number(row.id),
      { un: String(row.un), decimals: row.decimal === null ? null : Number(row.decimal) },
    ]),
  )
}

/** What is told anew of a row of work: what stands already stays. */
const newOf = ({ before, values }: Draft): Row =>
  Object.fromEntries(
    COUNTS.filter((name) => differs('decimal', before?.[name], values[name])).map((name) => [name, values[name]]),
  )

const COUNTS = ['qBoa', 'qRefugo'] as const
const NO_UNIT: Unit = { un: null, decimals: null }

/** What is wrong with what is said to be good, or scrap, of a step. */
export function countFaults(told: Row, unit: Unit = NO_UNIT): Readonly<Record<string, string>> | undefined {
  const faults = COUNTS.flatMap((name) => {
    const fault = countFault(unit, decimal(String(told[name] ?? 0)))
    return fault === undefined ? [] : [[name, fault] as const]
  })
  return faults.length === 0 ? undefined : Object.fromEntries(faults)
}

function timeFaults({ before, values }: Draft, now: Date): Readonly<Record<string, string>> | undefined {
  const { dhIni, dhFim }: Row = { ...before, ...values }
  if (new Date(String(dhIni)) > now) return { dhIni: 'O início está no futuro.' }
  if (!dhFim) return before && !before.dhFim ? undefined : { dhFim: 'Informe quando terminou.' }
  const end = new Date(String(dhFim))
  if (end > now) return { dhFim: 'O fim está no futuro.' }
  return end < new Date(String(dhIni)) ? { dhFim: 'O fim é anterior ao início.' } : undefined
}

async function fillRates(ctx: Ctx, drafts: readonly Draft[]): Promise<void> {
  const rates = await ratesOf(
    ctx,
    drafts.map(({ before, values }) => ({
      id: stepOf({ before, values }),
      recurso_id: values.recurso_id ? Number(values.recurso_id) : null,
    })),
  )
  drafts.forEach(({ values }, at) => Object.assign(values, rates[at]))
}

/** More is made of the goods of steps. Throws 400 `finalised`. */
export async function assertMore(ctx: Ctx, steps: readonly number[]): Promise<void> {
  const [done] = await rowsOf(
    ctx,
    sql`select 1 from ordem_producao_mercadoria_etapa e join ordem_producao_mercadoria g on g.id = e.ordem_producao_mercadoria_id
        where e.id = any (${intArray(steps)}::int[]) and ${sql.raw(isFinished())} limit 1`,
  )
  if (done) throw badRequest('Desta mercadoria nada mais se produz.', 'finalised')
}

/** The steps of products, for goods of an order that have none of their own: with how long they should take. Those that stood say what the goods are now. */
export async function copySteps(ctx: Ctx, ordem_producao_id: number): Promise<void> {
  await ctx.db.execute(sql`
    insert into ordem_producao_mercadoria_etapa (ordem_producao_mercadoria_id, empresa_id, "nOrdemProducao", "xProd", n_ordem, descricao, centro_trabalho_id, recurso_id, "qMinutosPlanejados")
    select g.id, g.empresa_id, g.ordem_producao_id, g."xProd", s.n_ordem, s.descricao, s.centro_trabalho_id, s.recurso_id, ${sql.raw(STEP_MINUTES)}
    from ordem_producao_mercadoria g join mercadoria_etapa_producao s on s.mercadoria_id = g.mercadoria_id
    where g.ordem_producao_id = ${ordem_producao_id}
      and not exists (select 1 from ordem_producao_mercadoria_etapa x where x.ordem_producao_mercadoria_id = g.id)
    order by g.id, s.n_ordem`)
  await ctx.db.execute(sql`
    update ordem_producao_mercadoria_etapa e set "xProd" = g."xProd" from ordem_producao_mercadoria g
    where g.id = e.ordem_producao_mercadoria_id and g.ordem_producao_id = ${ordem_producao_id} and e."xProd" is distinct from g."xProd"`)
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
          ${personIn('b')} as person, case when r.tipo = ${MACHINE} then b.recurso_id end as machine
        from op_mercadoria_atividade a join op_mercadoria_atividade b on b.empresa_id = a.empresa_id and b."dhIni" <= a."dhFim" and coalesce(b."dhFim", a."dhFim") >= a."dhIni"
          and (b.id = a.id or ${personIn('b')} = ${personIn('a')} or b.recurso_id = a.recurso_id)
        left join recurso r on r.id = b.recurso_id where a.id = any (${intArray(ids)}::int[])`,
  )
}

const MACHINE = 0
