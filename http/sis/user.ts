import { type SQL, sql } from 'drizzle-orm'
import { isAdmin } from '../../core/access'
import type { Ctx } from '../platform/context'
import { memberOf } from '../platform/engine/query'
import { f } from '../platform/fields'
import { email } from '../platform/kit'
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
  fields: {
    name: f.text('Nome', { max: 120 }).required(),
    email: email().required(),
    password: f.text('Senha', { max: 200 }).secret(),
    ativo: f.boolean('Ativo').default(true),
    empresa_id: f.ref('Empresa principal', 'empresa').required(),
    restoreId: f.text('Identidade no chat', { max: 60 }).computed(),
  },
  search: ['name', 'email'],
  display: ['name', 'email'],
  beside: {
    password_cp: f.text('Confirme a senha', { max: 200 }).secret(),
    roles: f.json('Regras de acesso', { doc: 'Com attachRole, detachRole e syncPermissions' }).computed(),
    permissions: f.json('Permissões').computed(),
    empresas: f.json('Empresas', { doc: 'Lista de ids das empresas em que trabalha' }),
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
  fields: { name: f.text('Nome', { max: 60 }).required(), descricao: f.text('Descrição', { max: 120 }) },
  search: ['name', 'descricao'],
  display: ['name', 'descricao'],
  unique: [['name']],
  beside: { permissions: f.json('Permissões', { doc: 'Com attachPermission e detachPermission' }).computed() },
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
  fields: { name: f.text('Nome', { max: 80 }).required() },
  search: ['name'],
  display: ['name'],
  unique: [['name']],
  defaultOrder: 'name',
  hooks: permissionHooks,
})
