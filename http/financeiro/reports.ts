import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../platform/context'
import { chosen, within } from '../relatorios/period'
import { listAddress } from '../relatorios/drill'
import { resultRows } from './dre/rows'
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

/** The result of a period, month by month: what the screen shows as a table, for paper and sheets. */
export const resultado: Report = report({
  rel_name: 'dre',
  title: 'Resultado (DRE)',
  description: 'Receitas e despesas por conta do plano, mês e centro, por competência ou por caixa.',
  category: 'Financeiro',
  rights: ['fluxo_caixa', 'contas_receber', 'contas_pagar'],
  filters: {
    periodo: { kind: 'period', label: 'Período', initial: 'month' },
    visao: {
      kind: 'choice',
      label: 'Visão',
      initial: 'competencia',
      options: [
        { value: 'competencia', label: 'Por competência' },
        { value: 'caixa', label: 'Por caixa' },
      ],
    },
    centro_resultado_id: { kind: 'ref', label: 'Centro de resultado', resource: 'centro_resultado' },
  },
  columns: [
    { field: 'mes', label: 'Mês', kind: 'code', width: 0.7 },
    { field: 'codigo', label: 'Código', kind: 'code', width: 0.7 },
    { field: 'conta', label: 'Conta de resultado', kind: 'text', width: 2 },
    { field: 'centro', label: 'Centro', kind: 'text', width: 1.4 },
    { field: 'valor', label: 'Valor', kind: 'money', sum: true },
  ],
  chart: { name: 'conta', value: 'valor' },
  drill: (row, values) => {
    const asked = new URLSearchParams({
      visao: values.text('visao') ?? 'competencia',
      de: String(row.mes),
      ate: String(row.mes),
      plano_conta_id: String(row.conta_id),
      centro_resultado_id: row.centro_id === null ? 'nenhum' : String(row.centro_id),
    })
    return `/ui/financeiro/dre?${asked}`
  },
  query: (_ctx, values) => {
    const [de, ate] = [values.text('periodo_ini') ?? '1900-01-01', values.text('periodo_fim') ?? '2200-12-31']
    const visao = values.text('visao') === 'caixa' ? 'caixa' : 'competencia'
    const rows = resultRows({ visao, empresa_id: values.empresa_id, de, ate })
    return sql`select to_char(l.dia, 'YYYY-MM') as mes, coalesce(l.conta, 0) as conta_id, l.centro as centro_id, coalesce(a.codigo, '') as codigo,
        coalesce(a.descricao, 'Sem conta de resultado') as conta, coalesce(c.descricao, '') as centro, sum(l.valor) as valor
      from ${rows} l left join plano_conta a on a.id = l.conta left join centro_resultado c on c.id = l.centro
      where ${chosen(sql`l.centro`, values, 'centro_resultado_id')} group by 1, 2, 3, 4, 5, 6 order by 1, 4, 6`
  },
})
