import { sql } from 'drizzle-orm'
import { isAdmin } from '../../core/access'
import { type Ctx, rowsOf } from '../platform/context'
import { intArray } from '../platform/engine/query'
import { ApiError, badRequest, forbidden, invalid } from '../platform/errors'
import { type Draft, type Hooks, resourceNamed, type Row } from '../platform/resource'
import { tellSecurity } from '../platform/security-event'
import { announceRights } from '../platform/session'
import { newPasswordHash } from './password'
import { assertAdminLeft, assertMayTouch, BASE_ROLE, changeStanding, lockRights, standingOf } from './rules'

const NAMES = { password: 'password', again: 'password_cp' } as const
const COMPANIES_LIMIT = 500

/** Rules of the user register: who may be changed by whom, passwords, companies, sessions. */
export const userHooks: Hooks = {
  prepare: async (ctx, drafts) => {
    for (const draft of drafts) await prepareUser(ctx, draft)
  },
  after: async (ctx, [record], _parent, input) => {
    if (record) await giveBasics(ctx, record, input?.empresas)
  },
  remove: removeUser,
  present: async (ctx, { id }) => {
    const [row] = await rowsOf(ctx, BELONGINGS(Number(id)))
    return row ?? {}
  },
}

const BELONGINGS = (id: number) => sql`select
  coalesce((select json_agg(json_build_object('id', r.id, 'name', r.name, 'descricao', r.descricao) order by r.name) from user_role x join role r on r.id = x.role_id where x.user_id = ${id}), '[]') as roles,
  coalesce((select json_agg(json_build_object('id', p.id, 'name', p.name) order by p.name) from permission p where p.id in (
    select rp.permission_id from user_role x join role_permission rp on rp.role_id = x.role_id where x.user_id = ${id}
    union select up.permission_id from user_permission up where up.user_id = ${id})), '[]') as permissions,
  coalesce((select json_agg(json_build_object('id', e.id, 'xNome', e."xNome", 'xFant', e."xFant") order by e.id) from user_empresa x join empresa e on e.id = x.empresa_id where x.user_id = ${id}), '[]') as empresas`

async function prepareUser(ctx: Ctx, { before, values, input = {} }: Draft): Promise<void> {
  if (before) await assertMayTouch(ctx, Number(before.id))
  await assertFreeEmail(ctx, before, values)
  await assertCompany(ctx, before, values)
  const about = [values.name ?? before?.name, values.email ?? before?.email].map(String)
  const typed = { password: input.password, again: input.password_cp, about }
  delete values.password
  if (!isEmpty(typed.password) || !isEmpty(typed.again)) values.password = await newPasswordHash(typed, NAMES)
  if (!before) return
  const leaves = before.ativo === true && values.ativo === false
  if (leaves) await assertMayLeave(ctx, Number(before.id), 'desativar')
  if (leaves || values.password !== undefined) await revokeSessions(ctx, Number(before.id))
  if (values.password !== undefined)
    await tellSecurity(ctx.db, { tipo: 'senha_alterada', user_id: Number(before.id), autor_id: ctx.actor.id })
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''

async function assertFreeEmail(ctx: Ctx, before: Row | undefined, values: Row): Promise<void> {
  if (typeof values.email !== 'string' || values.email === before?.email) return
  const rows = await rowsOf(
    ctx,
    sql`select 1 from "user" where lower(email) = lower(${values.email}) and id <> ${Number(before?.id ?? 0)}`,
  )
  const message = 'Já existe um usuário com este e-mail.'
  if (rows.length > 0) throw new ApiError(409, 'conflict', message, { email: [message] })
}

/** The main company exists, and is one that the caller may give. */
async function assertCompany(ctx: Ctx, before: Row | undefined, values: Row): Promise<void> {
  if (values.empresa_id === undefined || values.empresa_id === before?.empresa_id) return
  await assertCompanies(ctx, [Number(values.empresa_id)], 'empresa_id')
}

async function assertCompanies(ctx: Ctx, ids: readonly number[], field: string): Promise<void> {
  if (!isAdmin(ctx.actor) && ids.some((id) => !ctx.actor.empresas.includes(id)))
    throw forbidden('Você não tem acesso a esta empresa.')
  const rows = await rowsOf(ctx, sql`select id from empresa where id = any (${intArray(ids)}::int[])`)
  if (rows.length !== ids.length) throw invalid({ [field]: ['Selecione um registro válido.'] })
}

/** Nobody leaves by their own hand, and the last administrator not at all. */
async function assertMayLeave(ctx: Ctx, userId: number, verb: 'desativar' | 'excluir'): Promise<void> {
  if (userId === ctx.actor.id) throw badRequest(`Você não pode ${verb} o próprio usuário.`, 'own_user')
  await lockRights(ctx)
  if (isAdmin(await standingOf(ctx, userId))) await assertAdminLeft(ctx, userId)
}

/** Ends a user's sessions and voids the links for a new password. The session that asks for it goes on. */
export async function revokeSessions(ctx: Ctx, userId: number): Promise<void> {
  const { id, session_id } = ctx.actor
  const kept = userId === id ? session_id : 0
  await ctx.db.execute(
    sql`update sessao set revogada_em = now() where user_id = ${userId} and revogada_em is null and id <> ${kept}`,
  )
  await ctx.db.execute(
    sql`update redefinicao_senha set usada_em = now() where user_id = ${userId} and usada_em is null`,
  )
  await announceRights(ctx.db)
}

async function removeUser(ctx: Ctx, record: Row): Promise<void> {
  const id = Number(record.id)
  await assertMayTouch(ctx, id)
  await assertMayLeave(ctx, id, 'excluir')
  const rows = await rowsOf(ctx, sql`select 1 from sessao where user_id = ${id} limit 1`)
  if (rows.length > 0)
    throw badRequest('Este usuário já acessou o sistema: desative-o, para que o histórico o guarde.', 'in_use')
  await announceRights(ctx.db)
}

/** Everyone holds the base role and belongs to the main company; `wanted` is the list of companies of the request. */
async function giveBasics(ctx: Ctx, record: Row, wanted: unknown): Promise<void> {
  const companies = wanted === undefined || wanted === null ? undefined : companyIds(wanted)
  await changeStanding(ctx, resourceNamed('user'), record, {
    acao: 'update',
    work: async () => {
      const id = Number(record.id)
      await ctx.db.execute(
        sql`insert into role (name, descricao) values (${BASE_ROLE}, 'Usuário') on conflict (name) do nothing`,
      )
      await ctx.db.execute(
        sql`insert into user_role (user_id, role_id) select ${id}, r.id from role r where r.name = ${BASE_ROLE} on conflict do nothing`,
      )
      await setCompanies(ctx, id, Number(record.empresa_id), companies)
    },
  })
}

async function setCompanies(ctx: Ctx, userId: number, main: number, wanted: readonly number[] | undefined) {
  const { empresas } = await standingOf(ctx, userId)
  const target = [...new Set([...(wanted ?? empresas), main])]
  const added = target.filter((id) => !empresas.includes(id))
  const dropped = empresas.filter((id) => !target.includes(id))
  const moved = [...added, ...dropped].filter((id) => id !== main)
  if (moved.length > 0) await assertCompanies(ctx, moved, 'empresas')
  await ctx.db.execute(
    sql`delete from user_empresa where user_id = ${userId} and empresa_id = any (${intArray(dropped)}::int[])`,
  )
  await ctx.db.execute(
    sql`insert into user_empresa (user_id, empresa_id) select ${userId}, e from unnest(${intArray(added)}::int[]) e on conflict do nothing`,
  )
}

/** Ids of a list of ids or of objects with an id. */
function companyIds(list: unknown): number[] {
  const items = Array.isArray(list) ? list : []
  const ids = items.map((one: unknown) => (isWithId(one) ? Number(one.id) : Number(one)))
  const fine = ids.every((id) => Number.isInteger(id) && id > 0 && id <= 2_147_483_647)
  if (!Array.isArray(list) || ids.length > COMPANIES_LIMIT || !fine)
    throw invalid({ empresas: ['Informe uma lista de empresas.'] })
  return [...new Set(ids)]
}

const isWithId = (value: unknown): value is { readonly id: unknown } =>
  typeof value === 'object' && value !== null && 'id' in value
