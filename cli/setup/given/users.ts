import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../../../http/platform/context'
import { save } from '../../../http/platform/engine/save'
import { user } from '../../../http/sis/user'
import { refused } from '../../exit'
import { addUser, changeRoles } from '../people'
import { ROLE_NAMES } from '../../../core/access/words'
import { generatePassword } from '../secret'
import { type Change, named } from './put'
import type { Given } from './shape'

/** Told once, to whoever sets up. */
export interface Password {
  readonly email: string
  readonly senha: string
}

type GivenUser = Given['usuarios'][number]

/** Makes the users that are not there yet; those that are keep name and password, and get what they lack of roles and the company. */
export async function applyUsers(ctx: Ctx, given: readonly GivenUser[], changes: Change[]): Promise<Password[]> {
  const passwords: Password[] = []
  for (const [at, one] of given.entries())
    await named(`usuarios.${at}`, async () => {
      const roles = one.regras.map((name) => roleNamed(name, `usuarios.${at}.regras`))
      const [known] = await rowsOf(ctx, sql`select id from "user" where lower(email) = lower(${one.email.trim()})`)
      const campos = known ? await complete(ctx, Number(known.id), roles) : 'nome, email, senha, regras'
      const acao = known ? (campos === '' ? 'mantém' : 'altera') : 'cria'
      if (!known) {
        const senha = one.senha ?? generatePassword()
        await addUser(ctx, {
          name: one.nome,
          email: one.email.trim(),
          password: senha,
          roles,
          empresas: [ctx.actor.empresa_id],
        })
        if (one.senha === undefined) passwords.push({ email: one.email.trim(), senha })
      }
      changes.push({ parte: 'usuarios', registro: one.email, acao, campos })
    })
  return passwords
}

/** Gives somebody who is there what is lacking; answers what that was. */
async function complete(ctx: Ctx, id: number, roles: readonly string[]): Promise<string> {
  const [row] = await rowsOf(
    ctx,
    sql`select coalesce((select json_agg(r.name) from user_role x join role r on r.id = x.role_id where x.user_id = ${id}), '[]') as roles,
          coalesce((select json_agg(x.empresa_id) from user_empresa x where x.user_id = ${id}), '[]') as empresas`,
  )
  const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
  const lacking = roles.filter((name) => !list(row?.roles).includes(name))
  const outside = !list(row?.empresas).includes(ctx.actor.empresa_id)
  if (lacking.length > 0) await changeRoles(ctx, id, { give: lacking, take: [] })
  if (outside) await save(ctx, user, id, { empresas: [...list(row?.empresas), ctx.actor.empresa_id] })
  return [...(lacking.length > 0 ? ['regras'] : []), ...(outside ? ['empresas'] : [])].join(', ')
}

const folded = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').trim().toLowerCase()

/** A role by its name or by what people call it. Throws exit code 1 with those that there are. */
export function roleNamed(text: string, place: string): string {
  const found = Object.entries(ROLE_NAMES).find(([name, words]) =>
    [name, words].some((one) => folded(one) === folded(text)),
  )
  if (found) return found[0]
  const all = Object.entries(ROLE_NAMES).map(([name, words]) => `${name} (${words})`)
  throw refused(`${place}: não há a regra de acesso '${text}'. Há: ${all.join(', ')}.`)
}
