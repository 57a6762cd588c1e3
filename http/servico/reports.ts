import { sql } from 'drizzle-orm'
import { ordemServicoLife } from '../../core/lifecycle/ordem-servico'
import { stateWord } from '../platform/in-states'
import { recordAddress } from '../relatorios/drill'
import { chosen, withinInstants } from '../relatorios/period'
import { report } from '../relatorios/report'
import { stateFilter } from '../relatorios/state-filter'

/** What was done under warranty, which customers do not pay: the goods of each order at what they cost, borne by a cost centre. */
export const custoGarantia = report({
  rel_name: 'servico_garantia',
  title: 'Custo da garantia',
  description: 'As peças que saíram em garantia no período, com o custo que cada centro de custo assume.',
  category: 'Serviço',
  rights: ['ordem_servico', 'custo'],
  filters: {
    periodo: { kind: 'period', label: 'Finalizadas em', initial: 'month' },
    centro_custo_id: { kind: 'ref', label: 'Centro de custo', resource: 'financeiro/centro_custo' },
    cliente_id: { kind: 'ref', label: 'Cliente', resource: 'cliente' },
  },
  wide: true,
  columns: [
    { field: 'centro', label: 'Centro de custo', kind: 'text' },
    { field: 'ordem', label: 'Ordem', kind: 'integer', width: 0.5 },
    { field: 'dia', label: 'Finalizada', kind: 'date', width: 0.7 },
    { field: 'cliente', label: 'Cliente', kind: 'text', width: 1.4 },
    { field: 'equipamento', label: 'Equipamento', kind: 'text', width: 1.4 },
    { field: 'xProd', label: 'Mercadoria', kind: 'text', width: 1.4 },
    { field: 'quantidade', label: 'Quantidade', kind: 'quantity', width: 0.7 },
    { field: 'valor', label: 'Custo', kind: 'money', sum: true, right: 'custo' },
  ],
  chart: { name: 'xProd', value: 'valor' },
  drill: (row) => recordAddress('ordem_servico', row.ordem),
  query: (_, values) => sql`
    select c.descricao as centro, d.id as ordem, d."dhFinalizacao"::date::text as dia, d."cliente_xNome" as cliente, concat_ws(' · ', d."xEquipamento", d."nSerie") as equipamento,
      g."xProd", g."qTrib" as quantidade, g."vCusto" as valor
    from ordem_servico d join ordem_servico_mercadoria g on g.ordem_servico_id = d.id and g.garantia
    left join centro_custo c on c.id = g.centro_custo_id
    where d.empresa_id = ${values.empresa_id} and d."dhFinalizacao" is not null and d."dhCancelamento" is null
      and ${withinInstants(sql`d."dhFinalizacao"`, values, 'periodo')}
      and ${chosen(sql`g.centro_custo_id`, values, 'centro_custo_id')} and ${chosen(sql`d.cliente_id`, values, 'cliente_id')}
    order by c.descricao, d.id, g.id`,
})

const standing = stateFilter(ordemServicoLife, {
  abertas: { states: ['aberta'] },
  finalizadas: { states: ['finalizada', 'faturada'] },
  faturadas: { states: ['faturada'] },
})

/** The orders of a period as they stand, with what was spent and worked on each. */
export const ordensServico = report({
  rel_name: 'servico_ordens',
  title: 'Ordens de serviço',
  description: 'As ordens de serviço do período, com a situação, o técnico, as peças e os serviços.',
  category: 'Serviço',
  rights: ['ordem_servico', 'cliente'],
  filters: {
    periodo: { kind: 'period', label: 'Abertas em', initial: 'month' },
    situacao: standing.filter,
    cliente_id: { kind: 'ref', label: 'Cliente', resource: 'cliente' },
    colaborador_id: { kind: 'ref', label: 'Técnico', resource: 'colaborador' },
  },
  wide: true,
  columns: [
    { field: 'ordem', label: 'Ordem', kind: 'integer', width: 0.6 },
    { field: 'dia', label: 'Aberta', kind: 'date', width: 0.8 },
    { field: 'fim', label: 'Finalizada', kind: 'date', width: 0.8 },
    { field: 'dias', label: 'Dias', kind: 'integer', width: 0.5 },
    { field: 'situacao', label: 'Situação', kind: 'code', width: 0.9 },
    { field: 'cliente', label: 'Cliente', kind: 'text', width: 1.4 },
    { field: 'tecnico', label: 'Técnico', kind: 'text', width: 1.2 },
    { field: 'vProd', label: 'Peças', kind: 'money', sum: true },
    { field: 'vServ', label: 'Serviços', kind: 'money', sum: true },
    { field: 'vDesc', label: 'Descontos', kind: 'money', sum: true },
    { field: 'vTotal', label: 'Total', kind: 'money', sum: true },
  ],
  chart: { name: 'tecnico', value: 'vTotal' },
  drill: (row) => recordAddress('ordem_servico', row.ordem),
  query: (ctx, values) => sql`
    select d.id as ordem, d.criado_em::date::text as dia, d."dhFinalizacao"::date::text as fim, coalesce(d."dhFinalizacao"::date, ${ctx.clock.today()}::date) - d.criado_em::date as dias,
      ${stateWord(ordemServicoLife, 'd')} as situacao, coalesce(d."cliente_xNome", c."xNome") as cliente, t."xNome" as tecnico, d."vProd", d."vServ", d."vDesc", d."vTotal"
    from ordem_servico d join cliente c on c.id = d.cliente_id left join colaborador t on t.id = d.colaborador_id
    where d.empresa_id = ${values.empresa_id} and d."dhCancelamento" is null and ${withinInstants(sql`d.criado_em`, values, 'periodo')}
      and ${standing.where(values, 'situacao', 'd')} and ${chosen(sql`d.cliente_id`, values, 'cliente_id')} and ${chosen(sql`d.colaborador_id`, values, 'colaborador_id')}
    order by d.id`,
})
