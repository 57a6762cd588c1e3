import { type SQL, sql } from 'drizzle-orm'
import { TITLE } from '../../core/fields/financeiro/titulos'
import { listAddress, NONE } from '../relatorios/drill'
import { chosen, within } from '../relatorios/period'
import { report, type Report, type ReportFilter } from '../relatorios/report'
import { projected } from './projecao/projected'

/** Reports of titles: how old they are, what was settled, and what they will make of the accounts. */

interface Side {
  readonly table: 'contas_receber' | 'contas_pagar'
  readonly person: 'cliente' | 'fornecedor'
  readonly label: string
}

const RECEIVED: Side = { table: 'contas_receber', person: 'cliente', label: 'Cliente' }
const PAID: Side = { table: 'contas_pagar', person: 'fornecedor', label: 'Fornecedor' }

/** Days late, from and to; what is not due yet is none. */
const AGES = [
  { field: 'a_vencer', label: 'A vencer', from: undefined, to: 0 },
  { field: 'ate_30', label: '1 a 30 dias', from: 1, to: 30 },
  { field: 'ate_60', label: '31 a 60 dias', from: 31, to: 60 },
  { field: 'ate_90', label: '61 a 90 dias', from: 61, to: 90 },
  { field: 'mais_90', label: 'Mais de 90 dias', from: 91, to: undefined },
] as const

/** What is owed of the titles `t` whose days late are within an age. */
const owedAt = (late: SQL): SQL =>
  sql.join(
    AGES.map(
      ({ field, from, to }) =>
        sql`coalesce(sum(t."vSaldo") filter (where ${from === undefined ? sql`true` : sql`${late} >= ${from}::int`} and ${to === undefined ? sql`true` : sql`${late} <= ${to}::int`}), 0) as ${sql.identifier(field)}`,
    ),
    sql`, `,
  )

const ages = ({ table, person, label }: Side, about: Pick<Report, 'title' | 'description'>): Report =>
  report({
    ...about,
    rel_name: `${table}_idade`,
    category: 'Financeiro',
    rights: [table, person],
    wide: true,
    filters: {
      [`${person}_id`]: { kind: 'ref', label, resource: person },
      pagamento_id: { kind: 'ref', label: 'Forma de pagamento', resource: 'financeiro/pagamentos' },
    },
    columns: [
      { field: 'nome', label, kind: 'text', width: 1.6 },
      { field: 'qtd', label: 'Títulos', kind: 'integer', sum: true, width: 0.6 },
      ...AGES.map(({ field, label: age }) => ({ field, label: age, kind: 'money' as const, sum: true })),
      { field: 'total', label: 'Total', kind: 'money', sum: true },
    ],
    chart: { name: 'nome', value: 'total' },
    drill: (row) =>
      listAddress(`/ui/financeiro/${table}`, { [`${person}_id`]: String(row.id), dhBaixa: NONE, dhCancelamento: NONE }),
    query: (ctx, values) => sql`
      select p.id, p."xNome" as nome, count(*)::int as qtd, ${owedAt(sql`(${ctx.clock.today()}::date - t."dVencimento")`)}, sum(t."vSaldo") as total
      from ${sql.identifier(table)} t join ${sql.identifier(person)} p on p.id = t.${sql.identifier(`${person}_id`)}
      where t.empresa_id = ${values.empresa_id} and t."dhCancelamento" is null and t."vSaldo" > 0 and t."tpConta" not in (${TITLE.PREVISAO}, ${TITLE.CREDITO})
        and ${chosen(sql`p.id`, values, `${person}_id`)} and ${chosen(sql`t.pagamento_id`, values, 'pagamento_id')}
      group by p.id, p."xNome" order by total desc, p.id`,
  })

export const contasReceberIdade = ages(RECEIVED, {
  title: 'Contas a receber por idade',
  description: 'O que cada cliente deve: a vencer e vencido há 30, 60, 90 dias ou mais.',
})
export const contasPagarIdade = ages(PAID, {
  title: 'Contas a pagar por idade',
  description: 'O que se deve a cada fornecedor: a vencer e vencido há 30, 60, 90 dias ou mais.',
})

/** One part of what a step moved of a title (`m`), as a positive amount. */
const part = (...events: readonly string[]): SQL =>
  sql`coalesce(abs(sum(m.valor) filter (where m.evento in (${sql.join(
    events.map((one) => sql`${one}`),
    sql`, `,
  )}))), 0)`

const settled = ({ table, person, label }: Side, about: Pick<Report, 'rel_name' | 'title' | 'description'>): Report =>
  report({
    ...about,
    category: 'Financeiro',
    rights: [table, person],
    wide: true,
    filters: {
      periodo: { kind: 'period', label: 'Baixa', initial: 'month' },
      [`${person}_id`]: { kind: 'ref', label, resource: person },
      pagamento_id: { kind: 'ref', label: 'Forma de pagamento', resource: 'financeiro/pagamentos' },
    },
    columns: [
      { field: 'dia', label: 'Baixa', kind: 'date' },
      { field: 'nome', label, kind: 'text', width: 1.6 },
      { field: 'numero', label: 'Documento', kind: 'code', width: 1.2 },
      { field: 'parcela', label: 'Parcela', kind: 'integer', width: 0.6 },
      { field: 'dVencimento', label: 'Vencimento', kind: 'date' },
      { field: 'forma', label: 'Forma', kind: 'text', width: 1.2 },
      { field: 'juros', label: 'Juros e multa', kind: 'money', sum: true },
      { field: 'desconto', label: 'Desconto', kind: 'money', sum: true },
      { field: 'valor', label: 'Valor', kind: 'money', sum: true },
    ],
    chart: { name: 'nome', value: 'valor' },
    drill: (row) =>
      listAddress(`/ui/financeiro/${table}`, {
        [`${person}_id`]: String(row.pessoa),
        dVencimento: `${String(row.dVencimento)}..${String(row.dVencimento)}`,
      }),
    // A step that was undone is in none of it, on neither day.
    query: (_, values) => sql`
      select p.id as pessoa, g.dia::text as dia, p."xNome" as nome, t.numero, t.parcela, t."dVencimento"::text as "dVencimento", f.descricao as forma, g.juros, g.desconto, g.valor
      from (select m.${sql.identifier(`${table}_id`)} as titulo, m.lancamento_id, min(m."dMovimento") as dia, ${part('baixa')} as valor, ${part('desconto')} as desconto, ${part('juros', 'multa')} as juros
            from movimento_financeiro m join lancamento n on n.id = m.lancamento_id and n."dhDesfeito" is null and n.passo in ('baixa', 'baixaLote')
            where m.empresa_id = ${values.empresa_id} and m.${sql.identifier(`${table}_id`)} is not null and m.estorno_de is null and ${within(sql`m."dMovimento"`, values, 'periodo')}
            group by 1, 2 having count(*) filter (where m.evento = 'baixa') > 0) g
      join ${sql.identifier(table)} t on t.id = g.titulo join ${sql.identifier(person)} p on p.id = t.${sql.identifier(`${person}_id`)} left join pagamento f on f.id = t.pagamento_id
      where ${chosen(sql`p.id`, values, `${person}_id`)} and ${chosen(sql`t.pagamento_id`, values, 'pagamento_id')}
      order by g.dia, p."xNome", t.id, g.lancamento_id`,
  })

export const titulosRecebidos = settled(RECEIVED, {
  rel_name: 'titulos_recebidos',
  title: 'Títulos recebidos',
  description: 'Cada baixa de contas a receber do período, com juros, multa e desconto.',
})
export const titulosPagos = settled(PAID, {
  rel_name: 'titulos_pagos',
  title: 'Títulos pagos',
  description: 'Cada baixa de contas a pagar do período, com juros, multa e desconto.',
})

const cenario: ReportFilter = {
  kind: 'choice',
  label: 'Contas a receber atrasadas',
  initial: 'vencimento',
  options: [
    { value: 'vencimento', label: 'Fora da conta' },
    { value: 'recebe_hoje', label: 'Entram hoje' },
    { value: 'habito', label: 'Pelo hábito de cada cliente' },
  ],
}

/** What the screen of the projection shows as a curve, day by day: the same figures. */
export const fluxoCaixaPrevisto = report({
  rel_name: 'fluxo_caixa_previsto',
  title: 'Fluxo de caixa previsto',
  description: 'O saldo das contas dia a dia, pelo que se espera receber e pagar.',
  category: 'Financeiro',
  rights: ['fluxo_caixa', 'contas_receber', 'contas_pagar'],
  filters: { dias: { kind: 'integer', label: 'Dias', min: 1, max: 366, initial: 30, required: true }, cenario },
  columns: [
    { field: 'dia', label: 'Dia', kind: 'date' },
    { field: 'semana', label: 'Dia da semana', kind: 'text' },
    { field: 'entra', label: 'Entra', kind: 'money', sum: true },
    { field: 'sai', label: 'Sai', kind: 'money', sum: true },
    { field: 'saldo', label: 'Saldo', kind: 'money' },
  ],
  chart: { name: 'dia', value: 'saldo' },
  drill: (row) => `/ui/financeiro/projecao?${new URLSearchParams({ dia: String(row.dia) })}`,
  query: async (ctx, values) => {
    const named = values.text('cenario')
    const { dias } = await projected({
      ctx: { ...ctx, actor: { ...ctx.actor, empresa_id: values.empresa_id } },
      input: {
        dias: values.number('dias') ?? 30,
        passados: 0,
        banco_id: undefined,
        centro_resultado_id: undefined,
        cenario: named === 'recebe_hoje' || named === 'habito' ? named : 'vencimento',
        previsoes: true,
      },
      hoje: ctx.clock.today(),
    })
    const days = dias.map(({ dia, entra, sai, saldo }) => ({
      dia,
      entra: entra.toFixed(2),
      sai: sai.toFixed(2),
      saldo: saldo.toFixed(2),
    }))
    return sql`
      select d.dia, (array['domingo', 'segunda-feira', 'terça-feira', 'quarta-feira', 'quinta-feira', 'sexta-feira', 'sábado'])[1 + extract(dow from d.dia::date)::int] as semana,
        d.entra, d.sai, d.saldo
      from jsonb_to_recordset(${JSON.stringify(days)}::text::jsonb) as d (dia text, entra numeric, sai numeric, saldo numeric) order by d.dia`
  },
})
