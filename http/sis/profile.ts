import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { parseInput } from '../platform/action'
import { type Ctx, rowsOf } from '../platform/context'
import { checkedValues } from '../platform/engine/save'
import { load, update } from '../platform/engine/write'
import { invalid } from '../platform/errors'
import { tellSecurity } from '../platform/security-event'
import { newPasswordHash } from './password'
import { user } from './user'
import { revokeSessions } from './user-hooks'

const NAMES = { password: 'new_password', again: 'confirm_password' }
const text = v.pipe(v.string(), v.maxLength(200))
const passwordInput = v.object({ password: text, new_password: text, confirm_password: text })
const nameInput = v.object({ name: v.unknown() })

/** Whoever found a screen unlocked knows no password. Throws 422 when it is not the caller's. */
export async function assertPassword(ctx: Ctx, password: string): Promise<void> {
  const [row] = await rowsOf(ctx, sql`select password from "user" where id = ${ctx.actor.id}`)
  const right = typeof row?.password === 'string' && (await Bun.password.verify(password, row.password))
  if (!right) throw invalid({ password: ['Senha incorreta.'] })
}

/** What a person changes of their own account without a right on users: what they are called. */
export async function saveProfile(ctx: Ctx, body: unknown): Promise<{ readonly message: string }> {
  const values = checkedValues(user, { name: parseInput(nameInput, body).name }, false)
  await update(ctx, user, await load(ctx, user, ctx.actor.id, { lock: true }), values)
  return { message: 'Perfil salvo.' }
}

/** A new password of one's own, proved by the old one; other sessions end. Throws 422 for a wrong or weak one. */
export async function changePassword(ctx: Ctx, body: unknown): Promise<{ readonly message: string }> {
  const typed = parseInput(passwordInput, body)
  await assertPassword(ctx, typed.password)
  const record = await load(ctx, user, ctx.actor.id, { lock: true })
  const told = { password: typed.new_password, again: typed.confirm_password, about: [record.name, record.email] }
  const password = await newPasswordHash(told, NAMES)
  await update(ctx, user, record, { password }, 'password_reset')
  await revokeSessions(ctx, record.id)
  await tellSecurity(ctx.db, { tipo: 'senha_alterada', user_id: record.id, autor_id: ctx.actor.id })
  return { message: 'Senha alterada. As outras sessões foram encerradas.' }
}
