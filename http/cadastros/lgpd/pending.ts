import { type SQL, sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../../platform/context'
import { column, tableName } from '../../platform/engine/columns'
import { allResources, type Resource } from '../../platform/resource'
import type { PersonRecord, Subject } from './titular'

/** What may still be open between a person and the company, and how it is told. */
interface Open {
  readonly resource: string
  /** The field that names the person, or the list of it whose sales name the customer. */
  readonly by: { readonly field: string } | { readonly stops: string; readonly parent: string }
  readonly where: string
  readonly one: string
  readonly many: string
}

const NOT_DONE = '"dhCancelamento" is null and "dhFinalizacao" is null'
const OPEN: readonly Open[] = [
  {
    resource: 'venda',
    by: { field: 'cliente_id' },
    where: '"dhCancelamento" is null and "dhFaturamento" is null',
    one: 'venda em aberto',
    many: 'vendas em aberto',
  },
  {
    resource: 'orcamento',
    by: { field: 'cliente_id' },
    where: '"dhCancelamento" is null and "dhFechamento" is null and "dhFaturamento" is null',
    one: 'orçamento em aberto',
    many: 'orçamentos em aberto',
  },
  {
    resource: 'contas_receber',
    by: { field: 'cliente_id' },
    where: '"dhCancelamento" is null and "vPago" < "vDup"',
    one: 'conta a receber em aberto',
    many: 'contas a receber em aberto',
  },
  {
    resource: 'contas_pagar',
    by: { field: 'fornecedor_id' },
    where: '"dhCancelamento" is null and "vPago" < "vDup"',
    one: 'conta a pagar em aberto',
    many: 'contas a pagar em aberto',
  },
  {
    resource: 'entrada',
    by: { field: 'fornecedor_id' },
    where: NOT_DONE,
    one: 'entrada em aberto',
    many: 'entradas em aberto',
  },
  {
    resource: 'pedido_compra',
    by: { field: 'fornecedor_id' },
    where: NOT_DONE,
    one: 'pedido de compra em aberto',
    many: 'pedidos de compra em aberto',
  },
  {
    resource: 'ordem_producao',
    by: { field: 'cliente_id' },
    where: NOT_DONE,
    one: 'ordem de produção em aberto',
    many: 'ordens de produção em aberto',
  },
  {
    resource: 'cliente_cashback',
    by: { field: 'cliente_id' },
    where: `"dhUso" is null and ("dValidade" is null or "dValidade" >= current_date)`,
    one: 'cashback a usar',
    many: 'créditos de cashback a usar',
  },
  {
    resource: 'roteirizacao',
    by: { stops: 'roteirizacao_entrega', parent: 'roteirizacao_id' },
    where: 'status < 2 and "dRota" >= current_date',
    one: 'roteirização em aberto',
    many: 'roteirizações em aberto',
  },
  {
    resource: 'rota',
    by: { stops: 'rota_venda', parent: 'rota_id' },
    where: NOT_DONE,
    one: 'rota de entrega em aberto',
    many: 'rotas de entrega em aberto',
  },
  {
    resource: 'rota',
    by: { field: 'motorista_id' },
    where: NOT_DONE,
    one: 'rota de entrega a dirigir',
    many: 'rotas de entrega a dirigir',
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
  if (!(await reachesAll(ctx)))
    reasons.push('Só quem tem acesso a todas as empresas pode anonimizar: os documentos de todas são verificados.')
  return reasons
}

/** Does the caller see the documents of every company? */
export async function reachesAll(ctx: Ctx): Promise<boolean> {
  const [reach] = await rowsOf(ctx, sql`select prumo_conta_empresas() as todas`)
  return Number(reach?.todas) <= ctx.actor.empresas.length
}

async function pendingOfRecord(ctx: Ctx, { register, record }: PersonRecord): Promise<string[]> {
  const reasons: string[] = []
  if (register.resource.name === 'user' && record.id === ctx.actor.id)
    reasons.push('Você não pode anonimizar a si mesmo.')
  else if (register.resource.name === 'user' && record.ativo === true)
    reasons.push(`O usuário ${String(record.name)} está ativo: desative-o antes.`)
  for (const open of OPEN) {
    const document = resourceOf(open, register.resource)
    if (!document) continue
    const rows = await rowsOf(
      ctx,
      sql`select t.id, count(*) over ()::int as n from ${tableName(document)} t where ${whose(open, record.id)} and ${sql.raw(open.where)} order by t.id limit ${TOLD}`,
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
