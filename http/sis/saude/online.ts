import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../../platform/context'
import { toJson } from '../../platform/engine/columns'
import { memberOf } from '../../platform/engine/query'
import { notFound } from '../../platform/errors'
import { tellSecurity } from '../../platform/security-event'
import { announceRights, LIVE } from '../../platform/session'

const MOST = 200

/** Sessions of people who share a company with the caller: others do not exist for them. */
const among = (ctx: Ctx) =>
  sql`exists (select 1 from user_empresa x where x.user_id = s.user_id and ${memberOf(ctx, sql`x.empresa_id`)})`

/** Who is on: sessions that were used in the last five minutes, the newest first, with those companies of their users that the caller is of too. */
export async function online(ctx: Ctx): Promise<object[]> {
  const rows = await rowsOf(
    ctx,
    sql`select s.id, s.criada_em, s.usada_em, s.endereco, s.agente, u.id as user_id, u.name, (
          select string_agg(coalesce(nullif(e."xFant", ''), e."xNome"), ', ' order by e.id) from user_empresa x join empresa e on e.id = x.empresa_id
          where x.user_id = u.id and ${memberOf(ctx, sql`x.empresa_id`)}) as empresas
        from sessao s join "user" u on u.id = s.user_id
        where ${LIVE} and s.usada_em > now() - interval '5 minutes' and ${among(ctx)}
        order by s.usada_em desc, s.id desc limit ${MOST}`,
  )
  return rows.map(({ id, criada_em, usada_em, endereco, agente, user_id, name, empresas }) => ({
    id: Number(id),
    user: { id: Number(user_id), name },
    empresas,
    criada_em: toJson('datetime', criada_em),
    usada_em: toJson('datetime', usada_em),
    endereco,
    agente,
    atual: Number(id) === ctx.actor.session_id,
  }))
}

/** Ends a session of somebody who shares a company with the caller. Throws 404 where there is none that stands. */
export async function endSession(ctx: Ctx, id: number): Promise<{ message: string }> {
  const [ended] = await rowsOf(
    ctx,
    sql`update sessao s set revogada_em = now() where s.id = ${id} and ${LIVE} and ${among(ctx)} returning s.user_id`,
  )
  if (!ended) throw notFound()
  const user_id = Number(ended.user_id)
  await tellSecurity(ctx.db, { tipo: 'sessoes_encerradas', user_id, autor_id: ctx.actor.id, detalhe: '1' })
  await announceRights(ctx.db)
  return { message: 'Sessão encerrada.' }
}
