import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../platform/context'
import { chosen, within } from '../relatorios/period'
import { listAddress } from '../relatorios/drill'
import { report, type Report, type ReportFilter, type ReportValues } from '../relatorios/report'

/** Reports of what is to be received and paid, by due date. */

const situacao: ReportFilter = {
  kind: 'choice',
  label: 'Situação',
  initial: 'abertas',
  options: [
    { value: 'abertas', label: 'Em aberto' },
    { value: 'vencidas', label: 'Vencidas' },
    { value: 'a_vencer', label: 'A vencer' },
    { value: 'todas', label: 'Todas, também as pagas' },
  ],
}

function open(ctx: Ctx, values: ReportValues): SQL {
  const today = ctx.clock.today()
  switch (values.text('situacao')) {
    case 'todas':
      return sql`true`
    case 'vencidas':
      return sql`t."vSaldo" > 0 and t."dVencimento" < ${today}::date`
    case 'a_vencer':
      return sql`t."vSaldo" > 0 and t."dVencimento" >= ${today}::date`
    default:
      return sql`t."vSaldo" > 0`
  }
}

interface Kind {
  readonly table: 'contas_receber' | 'contas_pagar'
  readonly person: 'cliente' | 'fornecedor'
  readonly label: string
}

const query =
  ({ table, person }: Kind): Report['query'] =>
  (ctx, values) =>
    sql`
    select p.id as pessoa, t."dVencimento"::text as "dVencimento", p."xNome" as nome, p.fone, t.numero, t.parcela, f.descricao as forma, t."vDup", t."vSaldo",
      case when t."vSaldo" > 0 then greatest(${ctx.clock.today()}::date - t."dVencimento", 0) end as atraso
    from ${sql.raw(table)} t join ${sql.raw(person)} p on p.id = t.${sql.raw(`${person}_id`)} left join pagamento f on f.id = t.pagamento_id
    where t.empresa_id = ${values.empresa_id} and t."dhCancelamento" is null and ${open(ctx, values)} and ${within(sql`t."dVencimento"`, values, 'vencimento')}
      and ${chosen(sql`t.${sql.raw(`${person}_id`)}`, values, `${person}_id`)} and ${chosen(sql`t.pagamento_id`, values, 'pagamento_id')}
    order by t."dVencimento", p."xNome", t.id`

const titles = (kind: Kind, about: Pick<Report, 'title' | 'description'>): Report =>
  report({
    ...about,
    rel_name: `${kind.table}_vencimento`,
    category: 'Financeiro',
    rights: [kind.table],
    wide: true,
    filters: {
      vencimento: { kind: 'period', label: 'Vencimento' },
      situacao,
      [`${kind.person}_id`]: { kind: 'ref', label: kind.label, resource: kind.person },
      pagamento_id: { kind: 'ref', label: 'Forma de pagamento', resource: 'financeiro/pagamentos' },
    },
    columns: [
      { field: 'dVencimento', label: 'Vencimento', kind: 'date' },
      { field: 'nome', label: kind.label, kind: 'text' },
      { field: 'fone', label: 'Telefone', kind: 'phone' },
      { field: 'numero', label: 'Documento', kind: 'code', width: 1.2 },
      { field: 'parcela', label: 'Parcela', kind: 'integer', width: 0.6 },
      { field: 'forma', label: 'Forma', kind: 'text', width: 1.3 },
      { field: 'vDup', label: 'Valor', kind: 'money', sum: true },
      { field: 'vSaldo', label: 'Saldo', kind: 'money', sum: true },
      { field: 'atraso', label: 'Atraso (dias)', kind: 'integer', width: 0.8 },
    ],
    drill: (row) =>
      listAddress(`/ui/financeiro/${kind.table}`, {
        [`${kind.person}_id`]: String(row.pessoa),
        dVencimento: `${String(row.dVencimento)}..${String(row.dVencimento)}`,
      }),
    query: query(kind),
  })

export const contasReceberVencimento = titles(
  { table: 'contas_receber', person: 'cliente', label: 'Cliente' },
  {
    title: 'Contas a receber por vencimento',
    description: 'O que os clientes devem, com atraso e forma de pagamento.',
  },
)

export const contasPagarVencimento = titles(
  { table: 'contas_pagar', person: 'fornecedor', label: 'Fornecedor' },
  { title: 'Contas a pagar por vencimento', description: 'O que a empresa deve, com atraso e forma de pagamento.' },
)
