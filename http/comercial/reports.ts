import { type SQL, sql } from 'drizzle-orm'
import { addDays, lastDayOfMonth } from '../../core/br/civil-date'
import type { Row } from '../platform/resource'
import { PERIODS } from '../../core/fields/kit'
import { vendaLife } from '../../core/lifecycle/venda'
import { stateFilter } from '../relatorios/state-filter'
import { chosen, withinInstants } from '../relatorios/period'
import { idOf, listAddress, type ListFilters, NONE, periodOf, recordAddress } from '../relatorios/drill'
import { report, type Report, type ReportFilter, type ReportValues } from '../relatorios/report'

/** Reports of sales. What was cancelled is in none of them. */

export const CATEGORY = 'Vendas'

export const period: ReportFilter = { kind: 'period', label: 'Período', initial: 'month' }
export const vendedor: ReportFilter = { kind: 'ref', label: 'Vendedor', resource: 'vendedor' }
export const cliente: ReportFilter = { kind: 'ref', label: 'Cliente', resource: 'cliente' }
const standing = stateFilter(vendaLife, {
  fechadas: { label: 'Expedidas', states: ['fechada', 'conferida', 'faturada'] },
  faturadas: { states: ['faturada'] },
})
export const situacao = standing.filter

/** The sales (`v`) that the filters choose. */
export function sales(values: ReportValues): SQL {
  return sql`v.empresa_id = ${values.empresa_id} and v."dhCancelamento" is null
    and ${withinInstants(sql`v.criado_em`, values, 'periodo')} and ${chosen(sql`v.vendedor_id`, values, 'vendedor_id')}
    and ${chosen(sql`v.cliente_id`, values, 'cliente_id')} and ${standing.where(values, 'situacao', 'v')}`
}

/** What the report's period has of these days, both included, as a list's address has it. */
export function partOf(values: ReportValues, start: string, end: string): string {
  const [ini, fim] = [values.text('periodo_ini') ?? start, values.text('periodo_fim') ?? end]
  return `${ini > start ? ini : start}..${fim < end ? fim : end}`
}

/** The list of the very sales that a row adds up: what the report was narrowed by, and what is the row's own. */
export const salesList =
  (own: (row: Row, values: ReportValues) => ListFilters): Report['drill'] =>
  (row, values) =>
    listAddress('/ui/comercial/venda', {
      dhCancelamento: NONE,
      criado_em: periodOf(values),
      vendedor_id: values.text('vendedor_id'),
      cliente_id: values.text('cliente_id'),
      status: standing.numbers(values, 'situacao'),
      ...own(row, values),
    })

const LAST: Readonly<Record<string, (start: string) => string>> = {
  day: (start) => start,
  week: (start) => addDays(start, 6),
  month: lastDayOfMonth,
}

const perSale = sql`round(sum(v."vTotal") / count(*), 2)`

export const vendasPeriodo = report({
  rel_name: 'vendas_periodo',
  title: 'Vendas por período',
  description: 'Quanto foi vendido em cada dia, semana ou mês, com descontos, impostos e valor médio da venda.',
  category: CATEGORY,
  rights: ['venda'],
  filters: {
    periodo: period,
    agrupar: {
      kind: 'choice',
      label: 'Agrupar por',
      initial: 'day',
      options: Object.entries(PERIODS)
        .toReversed()
        .map(([value, label]) => ({ value, label })),
    },
    vendedor_id: vendedor,
    cliente_id: cliente,
    situacao,
  },
  columns: [
    { field: 'inicio', label: 'Início', kind: 'date' },
    { field: 'qtd', label: 'Vendas', kind: 'integer', sum: true, width: 0.8 },
    { field: 'vProd', label: 'Produtos', kind: 'money', sum: true },
    { field: 'vDesc', label: 'Descontos', kind: 'money', sum: true },
    { field: 'vIPI', label: 'IPI', kind: 'money', sum: true },
    { field: 'vST', label: 'ST', kind: 'money', sum: true },
    { field: 'vFrete', label: 'Frete', kind: 'money', sum: true },
    { field: 'vTotal', label: 'Total', kind: 'money', sum: true },
    { field: 'vMedio', label: 'Média', kind: 'money' },
  ],
  chart: { name: 'inicio', value: 'vTotal' },
  drill: salesList((row, values) => {
    const start = String(row.inicio)
    return { criado_em: partOf(values, start, (LAST[values.text('agrupar') ?? 'day'] ?? String)(start)) }
  }),
  query: (_, values) => sql`
    select date_trunc(${values.text('agrupar') ?? 'day'}, v.criado_em)::date::text as inicio, count(*)::int as qtd, sum(v."vProd") as "vProd",
      sum(v."vDesc") as "vDesc", sum(v."vIPI") as "vIPI", sum(v."vST") as "vST", sum(v."vFrete") as "vFrete", sum(v."vTotal") as "vTotal", ${perSale} as "vMedio"
    from venda v where ${sales(values)} group by 1 order by 1`,
})

export const vendasVendedor = report({
  rel_name: 'vendas_vendedor',
  title: 'Vendas por vendedor',
  description: 'Vendas, valor, média e participação de cada vendedor.',
  category: CATEGORY,
  rights: ['venda'],
  filters: { periodo: period, vendedor_id: vendedor, situacao },
  columns: [
    { field: 'vendedor', label: 'Vendedor', kind: 'text' },
    { field: 'clientes', label: 'Clientes', kind: 'integer' },
    { field: 'qtd', label: 'Vendas', kind: 'integer', sum: true },
    { field: 'vDesc', label: 'Descontos', kind: 'money', sum: true },
    { field: 'vTotal', label: 'Total', kind: 'money', sum: true },
    { field: 'vMedio', label: 'Média', kind: 'money' },
    { field: 'parte', label: 'Parte (%)', kind: 'percent' },
  ],
  chart: { name: 'vendedor', value: 'vTotal' },
  drill: salesList(({ vendedor_id }) => ({ vendedor_id: idOf(vendedor_id) })),
  query: (_, values) => sql`
    select v.vendedor_id, coalesce(p."xNome", 'Sem vendedor') as vendedor, count(distinct v.cliente_id)::int as clientes, count(*)::int as qtd, sum(v."vDesc") as "vDesc",
      sum(v."vTotal") as "vTotal", ${perSale} as "vMedio", round(100 * sum(v."vTotal") / nullif(sum(sum(v."vTotal")) over (), 0), 2) as parte
    from venda v left join vendedor p on p.id = v.vendedor_id where ${sales(values)}
    group by v.vendedor_id, p."xNome" order by sum(v."vTotal") desc, vendedor, v.vendedor_id`,
})

export const vendasCliente = report({
  rel_name: 'vendas_cliente',
  title: 'Vendas por cliente',
  description: 'Quanto cada cliente comprou no período, do maior para o menor.',
  category: CATEGORY,
  rights: ['venda', 'cliente'],
  filters: { periodo: period, vendedor_id: vendedor, cliente_id: cliente, situacao },
  wide: true,
  columns: [
    { field: 'cliente', label: 'Cliente', kind: 'text' },
    { field: 'CNPJ_CPF', label: 'CNPJ / CPF', kind: 'taxid' },
    { field: 'cidade', label: 'Cidade', kind: 'text', width: 1.4 },
    { field: 'qtd', label: 'Vendas', kind: 'integer', sum: true },
    { field: 'vTotal', label: 'Total', kind: 'money', sum: true },
    { field: 'vMedio', label: 'Média', kind: 'money' },
    { field: 'ultima', label: 'Última venda', kind: 'date' },
  ],
  chart: { name: 'cliente', value: 'vTotal' },
  drill: salesList(({ cliente_id }) => ({ cliente_id: idOf(cliente_id) })),
  query: (_, values) => sql`
    select g.cliente_id, c."xNome" as cliente, c."CNPJ_CPF", concat_ws(' - ', m."xMun", c."UF") as cidade, g.qtd, g."vTotal", g."vMedio", g.ultima::date::text as ultima
    from (select v.cliente_id, count(*)::int as qtd, sum(v."vTotal") as "vTotal", ${perSale} as "vMedio", max(v.criado_em) as ultima
          from venda v where ${sales(values)} group by v.cliente_id) g
    join cliente c on c.id = g.cliente_id left join municipio m on m.id = c."cMun" order by g."vTotal" desc, c.id`,
})

/** Lines (`l`) of the sales that the filters choose, with their product (`m`). */
export const soldLines = (values: ReportValues): SQL => sql`
  from venda v join venda_mercadoria l on l.venda_id = v.id join mercadoria m on m.id = l.mercadoria_id
  where ${sales(values)} and ${chosen(sql`m.grupo_id`, values, 'grupo_id')} and ${chosen(sql`m.fabricante_id`, values, 'fabricante_id')}`

export const productFilters = {
  grupo_id: { kind: 'ref', label: 'Grupo', resource: 'estoque/mercadoria_grupo' },
  fabricante_id: { kind: 'ref', label: 'Fabricante', resource: 'estoque/fabricante' },
} as const satisfies Record<string, ReportFilter>

export const vendasMercadoria = report({
  rel_name: 'vendas_mercadoria',
  title: 'Vendas por produto',
  description: 'Quantidade, valor e margem sobre o custo de cada produto vendido.',
  category: CATEGORY,
  rights: ['venda', 'mercadoria'],
  filters: { periodo: period, vendedor_id: vendedor, cliente_id: cliente, ...productFilters, situacao },
  wide: true,
  columns: [
    { field: 'codigo', label: 'Código', kind: 'code' },
    { field: 'xProd', label: 'Produto', kind: 'text' },
    { field: 'un', label: 'Un.', kind: 'code', width: 0.5 },
    { field: 'qTrib', label: 'Quantidade', kind: 'quantity' },
    { field: 'vLiquido', label: 'Valor líquido', kind: 'money', sum: true },
    { field: 'vCusto', label: 'Custo', kind: 'money', sum: true, right: 'custo' },
    { field: 'vLucro', label: 'Lucro bruto', kind: 'money', sum: true, right: 'custo' },
    { field: 'pMargem', label: 'Margem (%)', kind: 'percent', right: 'custo' },
  ],
  chart: { name: 'xProd', value: 'vLiquido' },
  drill: (row) => recordAddress('mercadoria', row.id),
  query: (_, values) => sql`
    select m.id, m.codigo, m."xProd", u.un, g."qTrib", g."vLiquido", g."vCusto", g."vLiquido" - g."vCusto" as "vLucro",
      round(100 * (g."vLiquido" - g."vCusto") / nullif(g."vLiquido", 0), 2) as "pMargem"
    from (select l.mercadoria_id, sum(l."qTrib") as "qTrib", round(sum(l."vUnLiquido" * l."qTrib"), 2) as "vLiquido", round(sum(l."vCustoUn" * l."qTrib"), 2) as "vCusto"
          ${soldLines(values)} group by l.mercadoria_id) g
    join mercadoria m on m.id = g.mercadoria_id left join unidade u on u.id = m.unidade_id order by g."vLiquido" desc, m.id`,
})

export const curvaAbc = report({
  rel_name: 'curva_abc',
  title: 'Curva ABC de produtos',
  description: 'Produtos pelo valor vendido: A até 80 % do total, B até 95 %, C o restante.',
  category: CATEGORY,
  rights: ['venda', 'mercadoria'],
  filters: { periodo: period, ...productFilters, situacao },
  columns: [
    { field: 'posicao', label: 'Nº', kind: 'integer', width: 0.5 },
    { field: 'classe', label: 'Classe', kind: 'code', width: 0.6 },
    { field: 'codigo', label: 'Código', kind: 'code' },
    { field: 'xProd', label: 'Produto', kind: 'text' },
    { field: 'qTrib', label: 'Quantidade', kind: 'quantity' },
    { field: 'vTotal', label: 'Total', kind: 'money', sum: true },
    { field: 'parte', label: 'Parte (%)', kind: 'percent' },
    { field: 'acumulado', label: 'Acumulado (%)', kind: 'percent' },
  ],
  chart: { name: 'xProd', value: 'vTotal' },
  drill: (row) => recordAddress('mercadoria', row.id),
  // The product that carries the sum over the line still belongs to the class it began in.
  query: (_, values) => sql`
    select row_number() over w as posicao, m.id, m.codigo, m."xProd", g."qTrib", g."vTotal", round(100 * g."vTotal" / nullif(g.tudo, 0), 2) as parte,
      round(100 * sum(g."vTotal") over w / nullif(g.tudo, 0), 2) as acumulado,
      case when sum(g."vTotal") over w - g."vTotal" < 0.80 * g.tudo then 'A' when sum(g."vTotal") over w - g."vTotal" < 0.95 * g.tudo then 'B' else 'C' end as classe
    from (select l.mercadoria_id, sum(l."qTrib") as "qTrib", sum(l."vTotal") as "vTotal", sum(sum(l."vTotal")) over () as tudo ${soldLines(values)} group by l.mercadoria_id) g
    join mercadoria m on m.id = g.mercadoria_id window w as (order by g."vTotal" desc, m.id rows unbounded preceding) order by posicao`,
})

/** Quotes that were lost, by the registered reason, else by what was written: how many, what they came to, and the part of all that were lost. */
export const orcamentosPerdidos = report({
  rel_name: 'orcamentos_perdidos',
  title: 'Orçamentos perdidos por motivo',
  description: 'Quantos orçamentos foram perdidos no período, por quê e de quanto eram.',
  category: CATEGORY,
  rights: ['venda_orcamento'],
  filters: { periodo: period, vendedor_id: vendedor, cliente_id: cliente },
  columns: [
    { field: 'motivo', label: 'Motivo', kind: 'text' },
    { field: 'qtd', label: 'Orçamentos', kind: 'integer', sum: true },
    { field: 'vTotal', label: 'Total', kind: 'money', sum: true },
    { field: 'parte', label: 'Parte (%)', kind: 'percent' },
    { field: 'ultima', label: 'Última perda', kind: 'date' },
  ],
  chart: { name: 'motivo', value: 'qtd' },
  drill: (row, values) =>
    listAddress('/ui/comercial/orcamento', {
      dhCancelamento: NONE,
      dhPerda: periodOf(values),
      vendedor_id: values.text('vendedor_id'),
      cliente_id: values.text('cliente_id'),
      motivo_perda_id: idOf(row.motivo_perda_id),
      ...(row.motivo_perda_id === null ? { xMotivoPerda: String(row.motivo) } : {}),
    }),
  query: (_, values) => sql`
    select m.id as motivo_perda_id, coalesce(m.descricao, o."xMotivoPerda", 'Sem motivo') as motivo, count(*)::int as qtd, sum(o."vTotal") as "vTotal",
      round(100 * count(*) / sum(count(*)) over (), 2) as parte, max(o."dhPerda")::date::text as ultima
    from orcamento o left join motivo_perda m on m.id = o.motivo_perda_id
    where o.empresa_id = ${values.empresa_id} and o."dhPerda" is not null and o."dhCancelamento" is null
      and ${withinInstants(sql`o."dhPerda"`, values, 'periodo')} and ${chosen(sql`o.vendedor_id`, values, 'vendedor_id')} and ${chosen(sql`o.cliente_id`, values, 'cliente_id')}
    group by 1, 2 order by qtd desc, motivo`,
})
