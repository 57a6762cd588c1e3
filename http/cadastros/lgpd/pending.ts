import { type SQL, sql } from 'drizzle-orm'
import { sum } from '../../area'
import { type Ctx, rowsOf } from '../../platform/context'
import { column, tableName } from '../../platform/engine/columns'
import { allResources, type Resource } from '../../platform/resource'
import type { Open } from './personal'
import type { PersonRecord, Subject } from './titular'

const TOLD = 5

/** Why a person may not be anonymised yet, one sentence each; empty when they may. */
export async function pendingOf(ctx: Ctx, subject: Subject): Promise<string[]> {
  const reasons: string[] = []
  for (const one of subject.records) reasons.push(...(await pendingOfRecord(ctx, one)))
  const company = subject.records.find(
    ({ record }) => typeof record.CNPJ_CPF === 'string' && record.CNPJ_CPF.length > 11,
  )
  if (company)
    reasons.push(
      `${String(company.record.xNome)} é uma empresa (CNPJ): a LGPD trata de pessoas físicas. Apague só o que for de uma pessoa, no cadastro.`,
    )
  if (subject.withheld)
    reasons.push('Esta pessoa é também usuária do sistema: só um administrador pode anonimizar o que há dela.')
  if (!(await reachesAll(ctx)))
    reasons.push('Só quem tem acesso a todas as empresas pode anonimizar: os documentos de todas são verificados.')
  return reasons
}

/** Does the caller see the documents of every company? */
export async function reachesAll(ctx: Ctx): Promise<boolean> {
  const [reach] = await rowsOf(ctx, sql`select prumo_conta_empresas() as todas`)
  return Number(reach?.todas) <= ctx.actor.empresas.length
}

/** What has a day is open until that day is over. */
function notPast(ctx: Ctx, { until }: Open): SQL {
  if (until === undefined) return sql``
  return sql` and (${column('t', until)} is null or ${column('t', until)} >= ${ctx.clock.today()}::date)`
}

async function pendingOfRecord(ctx: Ctx, { register, record }: PersonRecord): Promise<string[]> {
  const reasons: string[] = []
  if (register.resource.name === 'user' && record.id === ctx.actor.id)
    reasons.push('Você não pode anonimizar a si mesmo.')
  else if (register.resource.name === 'user' && record.ativo === true)
    reasons.push(`O usuário ${String(record.name)} está ativo: desative-o antes.`)
  for (const open of sum('personal').flatMap((one) => one.open ?? [])) {
    const document = resourceOf(open, register.resource)
    if (!document) continue
    const rows = await rowsOf(
      ctx,
      sql`select t.id, count(*) over ()::int as n from ${tableName(document)} t where ${whose(open, record.id)} and ${sql.raw(open.where)}${notPast(ctx, open)} order by t.id limit ${TOLD}`,
    )
    const count = Number(rows[0]?.n ?? 0)
    if (count === 0) continue
    const ids = rows.map(({ id }) => String(id)).join(', ')
    reasons.push(`Há ${count} ${count === 1 ? open.one : open.many} (${ids}${count > rows.length ? ', …' : ''}).`)
  }
  return reasons
}

/** The documents `t` of a person. */
function whose({ by }: Open, id: number): SQL {
  if ('field' in by) return sql`${column('t', by.field)} = ${id}`
  return sql`exists (select 1 from ${sql.raw(by.stops)} x join venda s on s.id = x.venda_id where ${column('x', by.parent)} = t.id and s.cliente_id = ${id})`
}

function resourceOf({ resource, by }: Open, person: Resource): Resource | undefined {
  const document = allResources().find(({ name }) => name === resource)
  const names = 'field' in by ? document?.fields[by.field]?.meta.ref : 'cliente'
  return names === person.name ? document : undefined
}
