import { type SQL, sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../../platform/context'
import { tableName } from '../../platform/engine/columns'
import { allResources, type Resource } from '../../platform/resource'
import type { PersonRecord, Subject } from './titular'

/** What may still be open between a person and the company, and how it is told. */
interface Open {
  readonly resource: string
  readonly field: string
  readonly where: string
  readonly one: string
  readonly many: string
}

const NOT_DONE = '"dhCancelamento" is null and "dhFinalizacao" is null'
const OPEN: readonly Open[] = [
  {
    resource: 'venda',
    field: 'cliente_id',
    where: '"dhCancelamento" is null and "dhFaturamento" is null',
    one: 'venda em aberto',
    many: 'vendas em aberto',
  },
  {
    resource: 'orcamento',
    field: 'cliente_id',
    where: '"dhCancelamento" is null and "dhFechamento" is null and "dhFaturamento" is null',
    one: 'orçamento em aberto',
    many: 'orçamentos em aberto',
  },
  {
    resource: 'contas_receber',
    field: 'cliente_id',
    where: '"dhCancelamento" is null and "vPago" < "vDup"',
    one: 'conta a receber em aberto',
    many: 'contas a receber em aberto',
  },
  {
    resource: 'contas_pagar',
    field: 'fornecedor_id',
    where: '"dhCancelamento" is null and "vPago" < "vDup"',
    one: 'conta a pagar em aberto',
    many: 'contas a pagar em aberto',
  },
  {
    resource: 'entrada',
    field: 'fornecedor_id',
    where: NOT_DONE,
    one: 'entrada em aberto',
    many: 'entradas em aberto',
  },
  {
    resource: 'pedido_compra',
    field: 'fornecedor_id',
    where: NOT_DONE,
    one: 'pedido de compra em aberto',
    many: 'pedidos de compra em aberto',
  },
  {
    resource: 'ordem_producao',
    field: 'cliente_id',
    where: NOT_DONE,
    one: 'ordem de produção em aberto',
    many: 'ordens de produção em aberto',
  },
  {
    resource: 'cliente_cashback',
    field: 'cliente_id',
    where: `"dhUso" is null and ("dValidade" is null or "dValidade" >= current_date)`,
    one: 'cashback a usar',
    many: 'créditos de cashback a usar',
  },
]

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
  const [reach] = await rowsOf(ctx, sql`select prumo_conta_empresas() as todas`)
  if (Number(reach?.todas) > ctx.actor.empresas.length)
    reasons.push('Só quem tem acesso a todas as empresas pode anonimizar: os documentos de todas são verificados.')
  return reasons
}

async function pendingOfRecord(ctx: Ctx, { register, record }: PersonRecord): Promise<string[]> {
  const reasons: string[] = []
  if (register.resource.name === 'user' && record.id === ctx.actor.id)
    reasons.push('Você não pode anonimizar a si mesmo.')
  else if (register.resource.name === 'user' && record.ativo === true)
    reasons.push(`O usuário ${String(record.name)} está ativo: desative-o antes.`)
  for (const open of OPEN) {
    const by = resourceOf(open, register.resource)
    if (!by) continue
    const rows = await rowsOf(
      ctx,
      sql`select id, count(*) over ()::int as n from ${tableName(by)} where ${column(open.field)} = ${record.id} and ${sql.raw(open.where)} order by id limit ${TOLD}`,
    )
    const count = Number(rows[0]?.n ?? 0)
    if (count === 0) continue
    const ids = rows.map(({ id }) => String(id)).join(', ')
    reasons.push(`Há ${count} ${count === 1 ? open.one : open.many} (${ids}${count > rows.length ? ', …' : ''}).`)
  }
  return reasons
}

const column = (name: string): SQL => sql.raw(`"${name}"`)

function resourceOf({ resource, field }: Open, person: Resource): Resource | undefined {
  const by = allResources().find(({ name }) => name === resource)
  return by?.fields[field]?.meta.ref === person.name ? by : undefined
}
