import { sql } from 'drizzle-orm'
import { recordAddress } from '../relatorios/drill'
import { chosen, withinInstants } from '../relatorios/period'
import { report } from '../relatorios/report'

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
