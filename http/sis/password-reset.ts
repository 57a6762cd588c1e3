import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { SYSTEM } from '../db/pool'
import { type App, type Context, mailSettings, type Services, systemCtx } from '../platform/app'
import { jsonBody } from '../platform/body'
import type { MailSettings } from '../platform/context'
import { rowsOf } from '../platform/context'
import { audit } from '../platform/engine/audit'
import { find, updateRows } from '../platform/engine/write'
import { badRequest, invalid } from '../platform/errors'
import { isKnown } from '../platform/attempts'
import { tellSecurity } from '../platform/security-event'
import { hashToken } from '../platform/session'
import { originOf } from './address'
import { slowTurn } from './limits'
import { requireMail } from './mail/queue'
import { newPasswordHash } from './password'
import { mailResetLink, OWN_LINK_S } from './reset-link'
import { user } from './user'
import { revokeSessions } from './user-hooks'

const NAMES = { password: 'new_password', again: 'confirm_password' } as const
const PACES = {
  asked: { free: 5, most: 300 },
  askedFrom: { free: 30, most: 30 },
  tried: { free: 30, most: 5 },
} as const
/** Asking takes at least so long, whether the e-mail belongs to someone or not. */
const ANSWER_MS = 250

const body = v.object({
  email: v.optional(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200))),
  token: v.optional(v.pipe(v.string(), v.maxLength(600))),
  new_password: v.optional(v.unknown()),
  confirm_password: v.optional(v.unknown()),
})

/** `POST /api/password_reset`: without a token asks for a link, with one sets the new password. Needs no session. */
export function mountPasswordReset(app: App, services: Services): void {
  app.post('/api/password_reset', async (c) => {
    const parsed = v.safeParse(body, await jsonBody(c))
    if (!parsed.success) throw invalid({ email: ['Informe o e-mail.'] })
    const { email, token } = parsed.output
    if (token) return c.json(await setPassword(services, c, { ...parsed.output, token }))
    if (!email) throw invalid({ email: ['Preencha este campo.'] })
    const [answer] = await Promise.all([askForLink(services, c, email), Bun.sleep(ANSWER_MS)])
    return c.json(answer)
  })
}

/** Mails a link to whoever has the e-mail. The answer is the same when nobody has it. */
async function askForLink(services: Services, c: Context, email: string): Promise<{ message: string }> {
  const mail: MailSettings = mailSettings(services, c)
  requireMail(mail)
  await services.pool.transaction(SYSTEM, async (db) => {
    const origin = originOf(c, services)
    await slowTurn(db, `reset-from:${origin.network}`, PACES.askedFrom)
    // Whoever has signed in here before asks at their own pace: strangers who ask for somebody else slow only one another.
    const known = await isKnown(db, email, origin)
    await slowTurn(db, `reset:${known ? (origin.device ?? origin.session) : ''}:${email.toLowerCase()}`, PACES.asked)
  })
  await services.pool.transaction(SYSTEM, async (db) => {
    const [found] = await rowsOf(
      { db },
      sql`select id, name, email, coalesce(empresa_id, (select min(e.id) from empresa e)) as empresa_id from "user" where lower(email) = lower(${email}) and ativo`,
    )
    if (!found) return
    const receiver = { id: Number(found.id), name: String(found.name), email: String(found.email) }
    const ctx = systemCtx(services, db, [Number(found.empresa_id)], Number(found.empresa_id))
    await mailResetLink({ ...ctx, mail }, receiver, OWN_LINK_S)
  })
  return { message: 'Link enviado com sucesso.' }
}

interface Chosen {
  readonly token: string
  readonly new_password?: unknown
  readonly confirm_password?: unknown
}

/** Sets the password that a link allows to set, once; ends all sessions of the user. Throws 400 'Link expirado' or 'Link inválido', 422. */
async function setPassword(
  services: Services,
  c: Context,
  chosen: Chosen,
): Promise<{ message: string; email: string }> {
  const { pool, sessions } = services
  await pool.transaction(SYSTEM, (db) => slowTurn(db, `reset-try:${originOf(c, services).network}`, PACES.tried))
  const email = await pool.transaction(SYSTEM, async (db) => {
    const [link] = await rowsOf(
      { db },
      sql`select s.user_id, s.usada_em is not null as usado, s.expira_em <= now() as vencido, u.ativo, u.name, u.email
          from redefinicao_senha s join "user" u on u.id = s.user_id where s.token_hash = ${hashToken(chosen.token)} for update`,
    )
    if (!link || link.usado === true || link.ativo !== true) throw badRequest('Link inválido', 'link_invalid')
    if (link.vencido === true) throw badRequest('Link expirado', 'link_expired')
    // Hashing is slow, so only holders of a good link make the server do it.
    const about = [String(link.name), String(link.email)]
    const typed = { password: chosen.new_password, again: chosen.confirm_password, about }
    const password = await newPasswordHash(typed, NAMES)
    const ctx = systemCtx(services, db, [], 0)
    const before = await find(ctx, user, Number(link.user_id), { lock: true })
    const [record] = await updateRows(ctx, user, [{ id: Number(link.user_id), password }])
    if (!before || !record) throw badRequest('Link inválido', 'link_invalid')
    await audit(ctx, [{ resource: user, record, before, acao: 'password_reset' }])
    await revokeSessions(ctx, record.id)
    await tellSecurity(db, {
      tipo: 'senha_alterada',
      user_id: record.id,
      endereco: originOf(c, services).address,
      detalhe: 'Por link',
    })
    await db.execute(sql`update tentativa_login set perdoada = true where not ok and email = lower(${record.email})`)
    return record.email
  })
  sessions.forget()
  return { message: 'Senha alterada com sucesso', email }
}
