import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../../http/platform/context'
import { save } from '../../http/platform/engine/save'
import { load } from '../../http/platform/engine/write'
import { changeStanding } from '../../http/sis/rules'
import { user } from '../../http/sis/user'
import { refused } from '../exit'

/** A user to be made, with everything that lets them in. */
export interface NewUser {
  readonly name: string
  readonly email: string
  readonly password: string
  readonly roles: readonly string[]
  readonly empresas: readonly number[]
}

/** Adds a user with roles and companies, by the rules of the API; the first company is the main one. Throws 409, 422. */
export async function addUser(ctx: Ctx, { roles, empresas, password, ...about }: NewUser): Promise<number> {
  const made = await save(ctx, user, undefined, {
    ...about,
    password,
    password_cp: password,
    empresa_id: empresas[0],
    empresas,
  })
  if (roles.length > 0) await changeRoles(ctx, made.id, { give: roles, take: [] })
  return made.id
}

/** Gives roles to a user and takes others away, audited. Refuses unknown roles, and to leave nobody who can give rights. */
export async function changeRoles(
  ctx: Ctx,
  userId: number,
  { give, take }: { readonly give: readonly string[]; readonly take: readonly string[] },
): Promise<void> {
  const known = new Map(
    (await rowsOf(ctx, sql`select id, name from role order by name`)).map((row) => [row.name, row.id]),
  )
  const unknown = [...give, ...take].find((name) => !known.has(name))
  if (unknown !== undefined)
    throw refused(`Não há regra de acesso chamada '${unknown}'. Há: ${[...known.keys()].join(', ')}.`)
  const ids = (names: readonly string[]) => `{${names.map((name) => known.get(name)).join(',')}}`
  await changeStanding(ctx, user, await load(ctx, user, userId, { lock: true }), {
    acao: 'update',
    work: async () => {
      await ctx.db.execute(sql`
        insert into user_role (user_id, role_id) select ${userId}, id from unnest(${ids(give)}::int[]) id on conflict do nothing`)
      await ctx.db.execute(sql`delete from user_role where user_id = ${userId} and role_id = any (${ids(take)}::int[])`)
    },
  })
}

/** The id of the user with that e-mail. */
export async function userByEmail(ctx: Ctx, email: string): Promise<number> {
  const [row] = await rowsOf(ctx, sql`select id from "user" where lower(email) = lower(${email.trim()})`)
  if (!row) throw refused(`Não há usuário com o e-mail ${email}.`)
  return Number(row.id)
}
