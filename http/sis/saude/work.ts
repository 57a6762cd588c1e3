import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../../platform/context'
import { toJson } from '../../platform/engine/columns'
import { intArray } from '../../platform/engine/query'
import { badRequest } from '../../platform/errors'
import { allKinds } from '../../platform/exchange/exchange'
import { allBackgroundJobs, allJobs } from '../../platform/jobs/job'

/** Days of which tasks and requests that were given up are counted. */
const RECENT_DAYS = 7

const recent = (ctx: Ctx) => sql`${ctx.clock.now()}::timestamptz - ${`${RECENT_DAYS} days`}::interval`

/** Tasks that people of the caller's companies asked for, by kind: what waits, runs, and failed within a week. */
export async function tasks(ctx: Ctx): Promise<object[]> {
  const titles = new Map(allJobs().map(({ name, title }) => [name, title]))
  const rows = await rowsOf(
    ctx,
    sql`select nome, count(*) filter (where status = 'na_fila')::int as esperam, count(*) filter (where status = 'em_andamento')::int as andam,
          count(*) filter (where status = 'falhou')::int as falharam
        from tarefa where empresa_id = any (${intArray(ctx.actor.empresas)}::int[])
          and (status in ('na_fila', 'em_andamento') or (status = 'falhou' and "dhFim" > ${recent(ctx)})) group by nome order by nome`,
  )
  return rows.map(({ nome, ...counts }) => ({ nome, titulo: titles.get(String(nome)) ?? nome, ...counts }))
}

/** Work of the program itself in the queue, by kind. What was given up can be tried again. */
export const ownWork = (ctx: Ctx): Promise<object[]> =>
  rowsOf(
    ctx,
    sql`select nome, esperam::int, andam::int, falharam::int from prumo_trabalhos() where nome = any (array(
          select jsonb_array_elements_text(${JSON.stringify([...allBackgroundJobs().keys()])}::jsonb))) order by falharam desc, nome`,
  )

/** Tries again what was given up of a kind of the program's own work. Throws 400 where there is none. */
export async function tryAgain(ctx: Ctx, nome: string): Promise<{ message: string }> {
  const [row] = allBackgroundJobs().has(nome) ? await rowsOf(ctx, sql`select prumo_retoma(${nome}) as n`) : []
  const count = Number(row?.n ?? 0)
  if (count === 0) throw badRequest('Não há trabalho deste tipo que tenha falhado.', 'nothing_failed')
  return { message: count === 1 ? 'Um trabalho será tentado de novo.' : `${count} trabalhos serão tentados de novo.` }
}

/**
 * The outside services that the caller's companies speak with: when each last answered, how many tries have failed since, how many requests wait, and how
 * many were given up within a week.
 */
export async function services(ctx: Ctx): Promise<object[]> {
  const titles = new Map(allKinds().map(({ name, title }) => [name, title]))
  const rows = await rowsOf(
    ctx,
    sql`with own as (select * from troca where empresa_id = any (${intArray(ctx.actor.empresas)}::int[])),
          good as (select tipo, max("dhFim") filter (where status = 'respondida') as dh from own group by tipo)
        select tipo, good.dh as "dhResposta", coalesce(sum(tentativas) filter (where status <> 'respondida' and erro is not null
            and alterado_em > coalesce(good.dh, '-infinity')), 0)::int as faltas,
          count(*) filter (where status in ('na_fila', 'enviando', 'incerta', 'recebida'))::int as esperam,
          count(*) filter (where status = 'falhou' and "dhFim" > ${recent(ctx)})::int as desistidas
        from own join good using (tipo) group by tipo, good.dh order by faltas desc, tipo`,
  )
  return rows.map(({ dhResposta, ...row }) => ({
    ...row,
    titulo: titles.get(String(row.tipo)) ?? row.tipo,
    dhResposta: dhResposta === null ? null : toJson('datetime', dhResposta),
  }))
}
