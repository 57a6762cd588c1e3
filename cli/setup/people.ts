import { sql } from 'drizzle-orm'
import { rowsOf, type Ctx } from '../../http/platform/context'
import { insert } from '../../http/platform/engine/write'
import { checkedValues } from '../../http/platform/engine/save'
import { user } from '../../http/sis/user'

/** A user to be made, with everything that lets them in. */
export interface NewUser {
  readonly name: string
  readonly email: string
  readonly password: string
  readonly roles: readonly string[]
  readonly empresas: readonly number[]
}

/** Adds a user with roles and companies, checked as the API checks; the first company is the main one. Throws 409, 422. */
export async function addUser(ctx: Ctx, { name, email, password, roles, empresas }: NewUser): Promise<number> {
  const values = checkedValues(user, { name, email, empresa_id: empresas[0] }, true)
  const made = await insert(ctx, user, { ...values, password: await Bun.password.hash(password) })
  await ctx.db.execute(
    sql`insert into user_empresa (user_id, empresa_id) select ${made.id}, id from unnest(${`{${empresas.join(',')}}`}::int[]) id`,
  )
  await giveRoles(ctx, made.id, ['user', ...roles])
  return made.id
}

/** Gives roles to a user; those held already stay. Answers the names that do not exist. */
export async function giveRoles(ctx: Ctx, userId: number, names: readonly string[]): Promise<string[]> {
  const list = JSON.stringify([...new Set(names)])
  await ctx.db.execute(sql`
    insert into user_role (user_id, role_id) select ${userId}, r.id from role r
    where r.name in (select jsonb_array_elements_text(${list}::jsonb)) on conflict do nothing`)
  const rows = await rowsOf(ctx, sql`select name from role`)
  const known = new Set(rows.map((row) => row.name))
  return names.filter((name) => !known.has(name))
}
