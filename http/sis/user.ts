import { permissionFields, roleFields, userBeside, userComputed, userFields } from '../../core/fields/sis/user'
import { type SQL, sql } from 'drizzle-orm'
import { isAdmin } from '../../core/access'
import type { Ctx } from '../platform/context'
import { memberOf } from '../platform/engine/query'
import { f } from '../../core/fields/field'
import { resource } from '../platform/resource'
import { permissionHooks, roleHooks } from './role-hooks'
import { userHooks } from './user-hooks'

/** People who sign in. Passwords are argon2id hashes and are never shown. */
export const user = resource({
  name: 'user',
  paths: ['user', 'cadastros/user'],
  title: 'Usuário',
  right: 'usuario',
  company: 'none',
  fields: userFields,
  search: ['name', 'email'],
  display: ['name', 'email'],
  beside: userBeside,
  computed: {
    regras: {
      meta: userComputed.regras.meta,
      sql: () =>
        sql`(select string_agg(coalesce(nullif(r.descricao, ''), r.name), ', ' order by r.name) from user_role x join role r on r.id = x.role_id where x.user_id = t.id)`,
    },
    dhAcesso: {
      meta: userComputed.dhAcesso.meta,
      sql: () => sql`(select to_char(max(s.usada_em), 'YYYY-MM-DD HH24:MI:SS') from sessao s where s.user_id = t.id)`,
    },
  },
  visible: sharesCompany,
  hooks: userHooks,
})

/** Users of the caller's companies; all of them for an administrator. */
function sharesCompany(ctx: Ctx): SQL {
  if (isAdmin(ctx.actor)) return sql`true`
  return sql`(t.id = ${ctx.actor.id} or ${memberOf(ctx, sql`t.empresa_id`)}
    or exists (select 1 from user_empresa x where x.user_id = t.id and ${memberOf(ctx, sql`x.empresa_id`)}))`
}

/** Roles: a user's permissions are those of the roles held. */
export const role = resource({
  name: 'role',
  paths: ['funcoes/role', 'cadastros/role'],
  title: 'Regra de acesso',
  right: 'role',
  adminOnly: true,
  company: 'none',
  fields: roleFields,
  search: ['name', 'descricao'],
  display: ['name', 'descricao'],
  unique: [['name']],
  beside: {
    permissions: f.json('Permissões', { format: 'direito', doc: 'Com attachPermission e detachPermission' }).computed(),
  },
  hooks: roleHooks,
})

/** Permissions, named '{action} {resource}'. */
export const permission = resource({
  name: 'permission',
  paths: ['funcoes/permission'],
  title: 'Permissão',
  right: 'role',
  adminOnly: true,
  company: 'none',
  fields: permissionFields,
  search: ['name'],
  display: ['name'],
  unique: [['name']],
  defaultOrder: 'name',
  hooks: permissionHooks,
})
