import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { action } from '../../platform/action'
import { recordOf, row } from '../../platform/answers'
import { type Ctx, rowsOf } from '../../platform/context'
import { show } from '../../platform/engine/record'
import { notFound } from '../../platform/errors'
import { shortText } from '../../platform/inputs'
import { assertMay } from '../../platform/rights'
import { permission, user } from '../user'

const input = v.object({ email: v.pipe(shortText(200), v.minLength(1, 'Preencha este campo.')) })

/** Who has an e-mail: the caller, or anyone to holders of the right on users. Throws 403, 404. */
async function userByEmail(ctx: Ctx, email: string) {
  if (email.toLowerCase() !== ctx.actor.email.toLowerCase()) assertMay(ctx, user, 'read')
  const [row] = await rowsOf(ctx, sql`select id from "user" where lower(email) = lower(${email})`)
  if (!row) throw notFound()
  return show(ctx, user, Number(row.id))
}

/** A user by e-mail, with roles, permissions and companies. */
export const getUser = action(user, 'get_user', {
  summary: 'Usuário pelo e-mail, com regras, permissões e empresas',
  right: 'own',
  reads: true,
  on: 'collection',
  input,
  answer: recordOf('user'),
  run: ({ ctx, input: { email } }) => userByEmail(ctx, email),
})

/** The permissions of a user, by e-mail. */
export const getPermission = action(permission, 'get_permission', {
  summary: 'Permissões de um usuário pelo e-mail',
  right: 'own',
  reads: true,
  on: 'collection',
  input,
  answer: v.object({ data: v.array(row) }),
  run: async ({ ctx, input: { email } }) => ({ data: (await userByEmail(ctx, email)).permissions }),
})
