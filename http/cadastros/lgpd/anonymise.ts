import { sql } from 'drizzle-orm'
import { sum } from '../../area'
import { type Ctx, rowsOf } from '../../platform/context'
import { audit } from '../../platform/engine/audit'
import { tableName } from '../../platform/engine/columns'
import { linesOf } from '../../platform/engine/record'
import { announce, deleteRows, insert, loadWhere, updateRows } from '../../platform/engine/write'
import { ApiError } from '../../platform/errors'
import { allResources, type Resource } from '../../platform/resource'
import { anexo } from '../../sis/anexo/anexo'
import { blankCopies, forgetTold } from './copies'
import { lgpd } from './lgpd'
import { pendingOf } from './pending'
import { MARK } from './personal'
import type { PersonRecord, Subject } from './titular'

/** Art. 173, I and 195, sole paragraph, of the national tax code: five years from the first day of the year after. */
const KEPT_YEARS = 5

/**
 * Takes a person out of the company's data, in the caller's transaction and for good. Documents keep what they show until no tax can be
 * claimed on them any more; registers, old and new values of audit trails, attachments, pictures, chat and mails lose what tells who it was.
 * Throws 400 `pending` with everything that is still open.
 */
export async function anonymise(ctx: Ctx, subject: Subject, motivo: string): Promise<{ anonimizados: number }> {
  const pending = await pendingOf(ctx, subject)
  if (pending.length > 0)
    throw new ApiError(400, 'pending', `Não é possível anonimizar: ${pending.join(' ')}`, { pendencias: pending })
  const until = await keptUntil(ctx, subject)
  for (const { register, record } of subject.records)
    await insert(ctx, lgpd, {
      recurso: register.resource.name,
      registro_id: record.id,
      acao: 'anonimiza',
      motivo,
      guarda_ate: until,
      expurgado: until === null,
      user_id: ctx.actor.id || null,
    })
  for (const one of subject.records) await anonymiseRecord(ctx, one)
  await forgetMails(ctx, subject)
  await forgetElsewhere(ctx, subject)
  return { anonimizados: subject.records.length }
}

async function anonymiseRecord(ctx: Ctx, person: PersonRecord): Promise<void> {
  const { register, record } = person
  const { resource } = register
  for (const { forget } of sum('personal')) await forget?.(ctx, person)
  await blankCopies(ctx, { recurso: resource.name, id: record.id }, 'now')
  await removeLines(ctx, resource, record.id)
  const attached = await loadWhere(ctx, anexo, 'anexable_id', [record.id], { lock: true })
  const files = attached.filter((one) => one.anexable_type === resource.name)
  await deleteRows(ctx, anexo, files)
  await ctx.db.execute(sql`delete from logo where recurso = ${resource.name} and registro_id = ${record.id}`)
  await forgetTold(ctx, resource.name, record.id)
  // What a company added of people is theirs, whatever stands in it.
  const blank = { ...register.blank(record.id), extra: null }
  const values = Object.fromEntries(Object.entries(blank).filter(([name]) => name in resource.fields))
  const [changed] = await updateRows(ctx, resource, [{ ...values, id: record.id }])
  if (resource.name === 'user') await forgetUser(ctx, record.id)
  await ctx.db.execute(
    sql`select prumo_anonimiza_auditoria(${resource.name}, ${record.id}, ${list(Object.keys(values))}::text[])`,
  )
  for (const { id } of files)
    await ctx.db.execute(sql`select prumo_anonimiza_auditoria_anexo(${resource.name}, ${record.id}, ${id})`)
  const campos = Object.keys(values).map((campo) => ({ campo, de: null, para: MARK }))
  if (changed) await audit(ctx, [{ resource, record: changed, before: changed, acao: 'anonimiza', campos }])
  await announce(ctx, resource, record.id)
}

const list = (names: readonly string[]) => `{${names.map((name) => `"${name}"`).join(',')}}`

async function removeLines(ctx: Ctx, resource: Resource, id: number): Promise<void> {
  const gone = sum('personal').flatMap((one) => one.gone ?? [])
  for (const lines of linesOf(resource)) {
    const own = gone.find(([name, field]) => name === lines.name && field in lines.fields)
    if (own) await deleteRows(ctx, lines, await loadWhere(ctx, lines, own[1], [id], { lock: true }))
  }
}

/** Sessions end, reset links die, sign-ins lose their address, what the person wrote in the chat goes. */
async function forgetUser(ctx: Ctx, id: number): Promise<void> {
  await ctx.db.execute(sql`update sessao set revogada_em = coalesce(revogada_em, now()) where user_id = ${id}`)
  await ctx.db.execute(sql`delete from redefinicao_senha where user_id = ${id}`)
  await ctx.db.execute(sql`update tentativa_login set email = ${MARK}, endereco = ${MARK} where user_id = ${id}`)
  await ctx.db.execute(sql`update evento_seguranca set endereco = null where user_id = ${id}`)
  await ctx.db.execute(sql`delete from segundo_fator where user_id = ${id}`)
  await ctx.db.execute(sql`update chave_api set "dhRevogacao" = coalesce("dhRevogacao", now()) where user_id = ${id}`)
  await ctx.db.execute(sql`delete from importacao_mapa where user_id = ${id}`)
  await ctx.db.execute(sql`select prumo_anonimiza_chat(${id})`)
}

/** Mails that wait are not sent; those that were sent lose address, subject and text. Sign-ins tried with the address lose it. */
async function forgetMails(ctx: Ctx, { emails }: Subject): Promise<void> {
  if (emails.length === 0) return
  const known = sql`array(select jsonb_array_elements_text(${JSON.stringify(emails)}::jsonb))`
  const mails = sql`tipo = 'email' and lower(dados ->> 'para') = any (${known})`
  await ctx.db.execute(sql`delete from troca where ${mails} and status <> 'respondida'`)
  await ctx.db.execute(
    sql`update troca set assunto = ${MARK}, corpo = '', sigiloso = true, dados = jsonb_build_object('para', ${MARK}::text, 'assunto', ${MARK}::text),
          resposta = null, erro = null, historico = null where ${mails}`,
  )
  await ctx.db.execute(
    sql`update email set para = ${MARK}, assunto = ${MARK}, body = null, responder = null, anexos = null, erro = null, sigiloso = true,
          "dhErro" = case when "dhEnvio" is null then coalesce("dhErro", now()) else "dhErro" end where lower(para) = any (${known})`,
  )
  await ctx.db.execute(sql`update tentativa_login set email = ${MARK} where lower(email) = any (${known})`)
  await ctx.db.execute(
    sql`update solicitacao_conta set name = ${MARK}, email = 'anonimizado-' || id || '@anonimo.invalid', "xNome" = null, fone = null where lower(email) = any (${known})`,
  )
}

/** Kept answers of calls, rows of files that were imported, what a batch would restore. */
async function forgetElsewhere(ctx: Ctx, { records, cpf }: Subject): Promise<void> {
  for (const { register, record } of records) {
    const { resource } = register
    const routes = JSON.stringify(resource.paths.map((path) => `% /api/${path}%`))
    await ctx.db.execute(
      sql`delete from idempotencia where rota like any (array(select jsonb_array_elements_text(${routes}::jsonb))) and registro_id = ${record.id}`,
    )
    await ctx.db.execute(
      sql`update importacao_registro set antes = '{}' where importacao_id in (select id from importacao) and recurso = ${resource.name} and registro_id = ${record.id} and antes is not null`,
    )
    await ctx.db.execute(
      sql`update tarefa_registro set antes = null where tarefa_id in (select id from tarefa where model_type = ${resource.name}) and registro_id = ${record.id} and antes is not null`,
    )
  }
  if (cpf !== null)
    await ctx.db.execute(
      sql`delete from importacao_linha where importacao_id in (select id from importacao) and chaves @> array[${`CNPJ_CPF=${cpf}`}]`,
    )
}

/** The first day on which no document of the person is needed any more; null when there is none. */
export async function keptUntil(ctx: Ctx, { records }: Subject): Promise<string | null> {
  const years: number[] = []
  for (const { register, record } of records)
    for (const { resource, field, date } of sum('personal').flatMap((one) => one.kept ?? [])) {
      const by = allResources().find(({ name }) => name === resource)
      if (by?.fields[field]?.meta.ref !== register.resource.name) continue
      const [row] = await rowsOf(
        ctx,
        sql`select extract(year from max(${sql.raw(date)}))::int as year from ${tableName(by)} where ${sql.raw(`"${field}"`)} = ${record.id}`,
      )
      if (typeof row?.year === 'number') years.push(row.year)
    }
  return years.length === 0 ? null : `${Math.max(...years) + 1 + KEPT_YEARS}-01-01`
}
