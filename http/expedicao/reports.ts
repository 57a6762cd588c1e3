import { type SQL, sql } from 'drizzle-orm'
import { rotaLife } from '../../core/lifecycle/rota'
import { separacaoLife } from '../../core/lifecycle/separacao'
import { vendaLife } from '../../core/lifecycle/venda'
import { inStates, stateWord } from '../platform/in-states'
import { idOf, listAddress, NONE, periodOf, recordAddress } from '../relatorios/drill'
import { chosen, within } from '../relatorios/period'
import { report, type ReportValues } from '../relatorios/report'

/** Reports of what leaves: routes as they were driven, and what should have been picked by now. */

/** What a row adds up: routes `r`, their driver `m`, their vehicle `v`. */
const GROUPINGS: Readonly<Record<string, { readonly label: string; readonly key: SQL; readonly name: SQL }>> = {
  rota: {
    label: 'Rota',
    key: sql`r.id`,
    name: sql`'Rota ' || r.id || ' · ' || to_char(r."dRota", 'DD/MM/YYYY') || coalesce(' · ' || m."xNome", '')`,
  },
  motorista: { label: 'Motorista', key: sql`m.id`, name: sql`coalesce(m."xNome", 'Sem motorista')` },
  veiculo: { label: 'Veículo', key: sql`v.id`, name: sql`v.placa` },
}

const groupingOf = (values: ReportValues) => GROUPINGS[values.text('agrupar') ?? ''] ?? GROUPINGS.rota

export const rotasPeriodo = report({
  rel_name: 'rotas_periodo',
  title: 'Rotas e entregas',
  description: 'Paradas, entregas, devoluções, quilômetros e peso de cada rota, motorista ou veículo.',
  category: 'Expedição',
  rights: ['rota'],
  filters: {
    periodo: { kind: 'period', label: 'Dia da rota', initial: 'month' },
    agrupar: {
      kind: 'choice',
      label: 'Agrupar por',
      initial: 'rota',
      options: Object.entries(GROUPINGS).map(([value, { label }]) => ({ value, label })),
    },
    motorista_id: { kind: 'ref', label: 'Motorista', resource: 'motorista' },
    veiculo_id: { kind: 'ref', label: 'Veículo', resource: 'veiculo' },
  },
  wide: true,
  columns: [
    { field: 'nome', label: 'Nome', kind: 'text', width: 2 },
    { field: 'rotas', label: 'Rotas', kind: 'integer', sum: true, width: 0.6 },
    { field: 'paradas', label: 'Paradas', kind: 'integer', sum: true, width: 0.7 },
    { field: 'entregues', label: 'Entregues', kind: 'integer', sum: true, width: 0.8 },
    { field: 'devolvidas', label: 'Não entregues', kind: 'integer', sum: true, width: 0.9 },
    { field: 'volumes', label: 'Volumes', kind: 'integer', sum: true, width: 0.7 },
    { field: 'peso', label: 'Peso (kg)', kind: 'quantity' },
    { field: 'km_previsto', label: 'Km previstos', kind: 'quantity' },
    { field: 'km', label: 'Km rodados', kind: 'quantity' },
  ],
  chart: { name: 'nome', value: 'entregues' },
  drill: (row, values) => {
    const group = values.text('agrupar') ?? 'rota'
    if (group === 'rota') return recordAddress('rota', row.chave)
    return listAddress('/ui/expedicao/rota', {
      dRota: periodOf(values),
      dhCancelamento: NONE,
      [`${group}_id`]: idOf(row.chave),
    })
  },
  query: (_, values) => {
    const { key, name } = groupingOf(values) ?? { key: sql`r.id`, name: sql`r.id` }
    return sql`
      select ${key} as chave, ${name} as nome, count(*)::int as rotas, sum(p.paradas)::int as paradas, sum(p.entregues)::int as entregues, sum(p.devolvidas)::int as devolvidas,
        sum(p.volumes)::int as volumes, sum(p.peso) as peso, sum(round(r.distancia / 1000.0, 1)) as km_previsto, sum(r.km_final - r.km_inicial) as km
      from rota r left join motorista m on m.id = r.motorista_id left join veiculo v on v.id = r.veiculo_id
      left join lateral (select count(*) as paradas, count(*) filter (where s."dhEntrega" is not null and coalesce(s."xOcorrencia", '') = '') as entregues,
        count(*) filter (where coalesce(s."xOcorrencia", '') <> '') as devolvidas, coalesce(sum(s.volumes), 0) as volumes, coalesce(sum(s.peso), 0) as peso
        from rota_venda s where s.rota_id = r.id) p on true
      where r.empresa_id = ${values.empresa_id} and not ${inStates(rotaLife, ['cancelada'], 'r')} and ${within(sql`r."dRota"`, values, 'periodo')}
        and ${chosen(sql`r.motorista_id`, values, 'motorista_id')} and ${chosen(sql`r.veiculo_id`, values, 'veiculo_id')}
      group by 1, 2 order by min(r."dRota"), 2, 1`
  },
})

export const separacaoAtrasada = report({
  rel_name: 'separacao_atrasada',
  title: 'Separações atrasadas',
  description: 'Vendas fechadas há mais dias do que se quer, ou de entrega vencida, que ainda não foram conferidas.',
  category: 'Expedição',
  rights: ['separacao', 'venda'],
  filters: {
    dias: { kind: 'integer', label: 'Dias desde o fechamento', min: 0, max: 365, initial: 1, required: true },
    vendedor_id: { kind: 'ref', label: 'Vendedor', resource: 'vendedor' },
    cliente_id: { kind: 'ref', label: 'Cliente', resource: 'cliente' },
  },
  wide: true,
  columns: [
    { field: 'venda', label: 'Venda', kind: 'integer', width: 0.6 },
    { field: 'cliente', label: 'Cliente', kind: 'text', width: 1.6 },
    { field: 'fechada', label: 'Fechada', kind: 'date' },
    { field: 'dEntrega', label: 'Entrega', kind: 'date' },
    { field: 'dias', label: 'Dias', kind: 'integer', width: 0.5 },
    { field: 'separacao', label: 'Separação', kind: 'integer', width: 0.7 },
    { field: 'situacao', label: 'Situação', kind: 'code' },
    { field: 'volumes', label: 'Volumes', kind: 'integer', width: 0.6 },
    { field: 'vTotal', label: 'Total', kind: 'money', sum: true },
  ],
  drill: (row) => recordAddress('venda', row.venda),
  query: (ctx, values) => sql`
    select v.id as venda, coalesce(v."cliente_xNome", c."xNome") as cliente, v."dhFechamento"::date::text as fechada, v."dEntrega"::text as "dEntrega",
      ${ctx.clock.today()}::date - v."dhFechamento"::date as dias, s.id as separacao, coalesce(${stateWord(separacaoLife, 's')}, 'Sem separação') as situacao, v.volumes, v."vTotal"
    from venda v join cliente c on c.id = v.cliente_id
    left join lateral (select o.id, o.status from separacao_venda x join separacao o on o.id = x.separacao_id
      where x.venda_id = v.id and x."dhCancelamento" is null and o."dhCancelamento" is null order by o.id desc limit 1) s on true
    where v.empresa_id = ${values.empresa_id} and ${inStates(vendaLife, ['fechada'], 'v')}
      and (v."dEntrega" < ${ctx.clock.today()}::date or v."dhFechamento" < (${ctx.clock.today()}::date - ${values.number('dias') ?? 1}::int + 1)::timestamptz)
      and ${chosen(sql`v.vendedor_id`, values, 'vendedor_id')} and ${chosen(sql`v.cliente_id`, values, 'cliente_id')}
    order by v."dEntrega" nulls last, v."dhFechamento", v.id`,
})
