import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { addDays } from '../../../core/br/civil-date'
import { ordemProducaoLife } from '../../../core/lifecycle/ordem-producao'
import { BACKWARDS, board, rescheduled } from '../../../core/production/board'
import { STEP_MINUTES } from '../../estoque/mercadoria-etapa'
import { localHolidays } from '../../financeiro/feriado'
import { action } from '../../platform/action'
import { tellAllChanged } from '../../platform/changed'
import { type Ctx, rowsOf } from '../../platform/context'
import { guardAction } from '../../platform/engine/guard'
import { visibleFilter } from '../../platform/engine/query'
import { loadWhere, updateMany } from '../../platform/engine/write'
import { conflict, invalid, notFound } from '../../platform/errors'
import { inStates } from '../../platform/in-states'
import { dateInput, identifier, nothing } from '../../platform/inputs'
import type { Row } from '../../platform/resource'
import { isFinished } from '../ordem_producao/sums'
import { ordemProducao } from '../ordem_producao/ordem-producao'

/** The board of production: orders that are not finished, what they still ask of work centres, and what these can do. */

export const MOST_ON_BOARD = 2_000

const YEAR = 366

/** A centre without hours of its own works from Monday to Friday, eight hours. */
const USUAL = [0, 480, 480, 480, 480, 480, 0]

/** Centres with the minutes that they are open on each day of the week, from Sunday. */
async function centres(ctx: Ctx): Promise<object[]> {
  const rows = await rowsOf(
    ctx,
    sql`select c.id, c.descricao, c."qSimultaneos", (select json_object_agg(w.dia_semana, w.minutos) from (
            select j.dia_semana, (sum(extract(epoch from (j.hora_fim || ':00')::interval - (j.hora_inicio || ':00')::interval)) / 60)::int as minutos
            from janela_horario j where j.model_type = 'centro_trabalho' and j.model_id = c.id group by 1) w) as semana
        from centro_trabalho c order by c.descricao, c.id limit 500`,
  )
  return rows.map(({ semana, ...row }) => ({ ...row, semana: weekOf(semana) }))
}

const weekOf = (hours: unknown): readonly number[] => {
  if (typeof hours !== 'object' || hours === null) return USUAL
  const byDay = new Map(Object.entries(hours).map(([day, minutes]) => [Number(day), Number(minutes)]))
  return USUAL.map((_, day) => byDay.get(day) ?? 0)
}

/** What is still to be worked on goods `g`: of their own steps once they have them, else of their product's; none of goods of which nothing more is made. */
const steps = (now: string) => sql`lateral (
  select e.n_ordem, e.centro_trabalho_id, case when e."dhConclusao" is not null then 0 else greatest(0, e."qMinutosPlanejados" - coalesce((
      select sum(extract(epoch from coalesce(a."dhFim", ${now}::timestamptz) - a."dhIni") / 60) from op_mercadoria_atividade a where a.ordem_producao_mercadoria_etapa_id = e.id), 0)) end as minutos
  from ordem_producao_mercadoria_etapa e where e.ordem_producao_mercadoria_id = g.id
  union all
  select s.n_ordem, s.centro_trabalho_id, ${sql.raw(STEP_MINUTES)} from mercadoria_etapa_producao s
  where s.mercadoria_id = g.mercadoria_id and o."dhInicio" is null
    and not exists (select 1 from ordem_producao_mercadoria_etapa e where e.ordem_producao_mercadoria_id = g.id)) s`

/** Orders that are not finished, those that are planned first first, with the steps that are left of them. */
async function orders(ctx: Ctx): Promise<Row[]> {
  const own = sql.join(
    [...visibleFilter(ctx, ordemProducao), inStates(ordemProducaoLife, ['aberta', 'em_producao'], 't')],
    sql` and `,
  )
  return rowsOf(
    ctx,
    sql`with o as (select t.* from ordem_producao t where ${own} order by t."dInicioPrevisto" nulls first, t.id limit ${MOST_ON_BOARD + 1})
        select o.id, o.versao, o."dhInicio" is not null as iniciada, o."dInicioPrevisto"::text as ini, o."dFimPrevisto"::text as fim, o.venda_id, o.planejamento_id,
          v."dEntrega"::text as entrega, c."xNome" as cliente, g.nome, coalesce(g.etapas, '[]') as etapas
        from o left join venda v on v.id = o.venda_id left join cliente c on c.id = o.cliente_id
        left join lateral (
          select string_agg(distinct g."xProd", ', ') as nome, (
              select json_agg(json_build_array(s.centro_trabalho_id, round(s.minutos::numeric, 2)) order by g.id, s.n_ordem)
              from ordem_producao_mercadoria g, ${steps(ctx.clock.now())} where g.ordem_producao_id = o.id and s.minutos > 0 and not ${sql.raw(isFinished())}) as etapas
          from ordem_producao_mercadoria g where g.ordem_producao_id = o.id) g on true
        order by o."dInicioPrevisto" nulls first, o.id`,
  )
}

/** All that the board shows: at most 2,000 orders, those that are planned first. */
export const quadro = action(ordemProducao, 'quadro', {
  on: 'collection',
  right: 'read',
  reads: true,
  summary:
    'Ordens de produção não finalizadas, o que ainda pedem de cada centro de trabalho, e o que os centros podem.',
  input: nothing,
  answer: board,
  run: async ({ ctx }) => {
    const found = await orders(ctx)
    const today = ctx.clock.today()
    return {
      hoje: today,
      mais: found.length > MOST_ON_BOARD,
      feriados: [...(await localHolidays(ctx, ctx.actor.empresa_id, addDays(today, -YEAR), addDays(today, 2 * YEAR)))],
      centros: await centres(ctx),
      ordens: found.slice(0, MOST_ON_BOARD),
    }
  },
})

const planned = v.object({ id: identifier, versao: v.number(), ini: dateInput, fim: dateInput })

/**
 * Orders get the days that a person moved them to, or that a proposal gave them: all, or none. Throws 404, 409 where somebody changed one meanwhile, 422, and
 * what the life of one refuses.
 */
export const reprograma = action(ordemProducao, 'reprograma', {
  on: 'collection',
  right: 'edit',
  summary: 'Muda os dias previstos de ordens de produção, todas ou nenhuma.',
  input: v.object({
    ordens: v.pipe(v.array(planned), v.minLength(1), v.maxLength(MOST_ON_BOARD, `No máximo ${MOST_ON_BOARD} ordens.`)),
  }),
  answer: rescheduled,
  run: async ({ ctx, input }) => {
    const wanted = new Map(input.ordens.map((one) => [one.id, one]))
    if (wanted.size < input.ordens.length) throw invalid({ ordens: ['A mesma ordem aparece mais de uma vez.'] })
    if (input.ordens.some(({ ini, fim }) => fim < ini)) throw invalid({ ordens: [BACKWARDS] })
    const stored = await loadWhere(ctx, ordemProducao, 'id', [...wanted.keys()], { lock: true })
    if (stored.length < wanted.size) throw notFound()
    for (const order of stored) {
      await guardAction(ctx, ordemProducao, order, { writes: 'head' })
      if (order.versao !== wanted.get(order.id)?.versao) throw conflict('Esta ordem foi alterada por outro usuário.')
    }
    const edits = input.ordens.map(({ id, ini, fim }) => ({ id, dInicioPrevisto: ini, dFimPrevisto: fim }))
    const changed = await updateMany(ctx, ordemProducao, stored, edits, 'reprograma')
    await tellAllChanged(
      ctx.db,
      ordemProducao,
      changed.map(({ id }) => id),
    )
    return { ordens: changed.map(({ id, versao }) => ({ id, versao })) }
  },
})
