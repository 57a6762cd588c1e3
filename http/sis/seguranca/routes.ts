import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { parseInput } from '../../platform/action'
import { type App, assertXhr, type Context, type Services, withCtx } from '../../platform/app'
import { jsonBody } from '../../platform/body'
import { type Ctx, rowsOf } from '../../platform/context'
import { toJson } from '../../platform/engine/columns'
import { forbidden, notFound } from '../../platform/errors'
import { shortText } from '../../platform/inputs'
import { idOf } from '../../platform/routes'
import { tellSecurity } from '../../platform/security-event'
import { announceRights, LIVE } from '../../platform/session'
import { addressOf } from '../address'
import { assertPassword, changePassword, saveProfile } from '../profile'
import { beginFactor, confirmFactor, factorOf, proveFactor, removeFactor } from './segundo-fator'

const BASE = '/api/sessao'
const passwordInput = v.object({ password: v.pipe(v.string(), v.minLength(1), v.maxLength(200)) })
const codeInput = v.object({ codigo: v.pipe(shortText(20), v.minLength(1, 'Preencha este campo.')) })

/** Refuses a program's key: what guards a person's account is the person's. */
function assertPerson(c: Context): void {
  assertXhr(c)
  if (c.get('actor').session_id <= 0) throw forbidden('Uma chave de API não altera o acesso de uma pessoa.')
}

/** One's own name, password, second factor and sessions. */
export function mountSecurity(app: App, services: Services): void {
  const write = async <T extends object>(
    c: Context,
    work: (ctx: Ctx, body: unknown) => Promise<T>,
  ): Promise<Response> => {
    assertPerson(c)
    const body = await jsonBody(c)
    return c.json(await withCtx(services, c, 'write', (ctx) => work(ctx, body)))
  }
  app.put(`${BASE}/perfil`, (c) => write(c, saveProfile))
  app.put(`${BASE}/senha`, (c) => write(c, changePassword))
  app.get(`${BASE}/segundo_fator`, async (c) => c.json(await withCtx(services, c, 'read', factorOf)))
  app.post(`${BASE}/segundo_fator`, (c) =>
    write(c, async (ctx, body) => {
      await assertPassword(ctx, parseInput(passwordInput, body).password)
      return beginFactor(ctx)
    }),
  )
  app.post(`${BASE}/segundo_fator/confirma`, (c) =>
    write(c, (ctx, body) => confirmFactor(ctx, parseInput(codeInput, body).codigo)),
  )
  app.delete(`${BASE}/segundo_fator`, (c) =>
    write(c, async (ctx, body) => {
      const { password, codigo } = parseInput(v.object({ ...passwordInput.entries, ...codeInput.entries }), body)
      await assertPassword(ctx, password)
      await proveFactor(ctx, ctx.actor.id, { codigo, endereco: addressOf(c, services) })
      await removeFactor(ctx, ctx.actor.id)
      return { message: 'Segundo fator removido.' }
    }),
  )
  app.get(`${BASE}/sessoes`, async (c) => c.json({ data: await withCtx(services, c, 'read', sessions) }))
  app.delete(`${BASE}/sessoes`, (c) =>
    write(c, async (ctx) => ({ encerradas: await endSessions(ctx, sql`s.id <> ${ctx.actor.session_id}`) })),
  )
  app.delete(`${BASE}/sessoes/:id`, (c) =>
    write(c, async (ctx) => {
      const encerradas = await endSessions(ctx, sql`s.id = ${idOf(c)}`)
      if (encerradas === 0) throw notFound()
      return { encerradas }
    }),
  )
}

async function sessions(ctx: Ctx): Promise<object[]> {
  const rows = await rowsOf(
    ctx,
    sql`select s.id, s.criada_em, s.usada_em, s.endereco, s.agente from sessao s
        where s.user_id = ${ctx.actor.id} and ${LIVE} order by s.usada_em desc, s.id desc limit 200`,
  )
  return rows.map(({ id, criada_em, usada_em, endereco, agente }) => ({
    id: Number(id),
    criada_em: toJson('datetime', criada_em),
    usada_em: toJson('datetime', usada_em),
    endereco,
    agente,
    atual: Number(id) === ctx.actor.session_id,
  }))
}

async function endSessions(ctx: Ctx, which: ReturnType<typeof sql>): Promise<number> {
  const rows = await rowsOf(
    ctx,
    sql`update sessao s set revogada_em = coalesce(revogada_em, now()) where s.user_id = ${ctx.actor.id} and ${LIVE} and ${which} returning s.id`,
  )
  if (rows.length > 0) {
    await tellSecurity(ctx.db, { tipo: 'sessoes_encerradas', user_id: ctx.actor.id, detalhe: String(rows.length) })
    await announceRights(ctx.db)
  }
  return rows.length
}
