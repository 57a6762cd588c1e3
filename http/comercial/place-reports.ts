import { type SQL, sql } from 'drizzle-orm'
import { idOf, listAddress, NONE, recordAddress } from '../relatorios/drill'
import { chosen, withinInstants } from '../relatorios/period'
import { report, type ReportValues } from '../relatorios/report'
import { CATEGORY, cliente, period, sales, situacao, vendedor } from './reports'

/** Reports of where sales are made and by whom they are answered for: states and towns, sellers' customers, goals. */

const byTown = (values: ReportValues): boolean => values.text('agrupar') === 'cidade'

export const vendasUf = report({
  rel_name: 'vendas_uf',
  title: 'Vendas por UF e cidade',
  description: 'Quanto se vendeu em cada estado ou cidade, pelo endereço do cliente.',
  category: CATEGORY,
  rights: ['venda', 'cliente'],
  filters: {
    periodo: period,
    agrupar: {
      kind: 'choice',
      label: 'Agrupar por',
      initial: 'uf',
      options: [
        { value: 'uf', label: 'UF' },
        { value: 'cidade', label: 'Cidade' },
      ],
    },
    vendedor_id: vendedor,
    cliente_id: cliente,
    situacao,
  },
  columns: [
    { field: 'UF', label: 'UF', kind: 'code', width: 0.5 },
    { field: 'lugar', label: 'Lugar', kind: 'text', width: 1.6 },
    { field: 'clientes', label: 'Clientes', kind: 'integer', width: 0.7 },
    { field: 'qtd', label: 'Vendas', kind: 'integer', sum: true, width: 0.7 },
    { field: 'vTotal', label: 'Total', kind: 'money', sum: true },
    { field: 'vMedio', label: 'Média', kind: 'money' },
    { field: 'parte', label: 'Parte (%)', kind: 'percent', width: 0.7 },
  ],
  chart: { name: 'lugar', value: 'vTotal' },
  drill: (row, values) =>
    listAddress('/ui/cadastros/cliente', {
      UF: idOf(row.UF),
      ...(byTown(values) ? { cMun: idOf(row.cMun) } : {}),
    }),
  query: (_, values) => {
    const [town, name] = byTown(values)
      ? [sql`c."cMun"`, sql`coalesce(m."xMun", 'Sem cidade')`]
      : [sql`null::int`, sql`coalesce(e."Nome", c."UF", 'Sem UF')`]
    return sql`
      select c."UF", ${town} as "cMun", ${name} as lugar, count(distinct v.cliente_id)::int as clientes, count(*)::int as qtd, sum(v."vTotal") as "vTotal",
        round(sum(v."vTotal") / count(*), 2) as "vMedio", round(100 * sum(v."vTotal") / nullif(sum(sum(v."vTotal")) over (), 0), 2) as parte
      from venda v join cliente c on c.id = v.cliente_id left join municipio m on m.id = c."cMun" left join estado e on e."Sigla" = c."UF"
      where ${sales(values)} group by 1, 2, 3 order by sum(v."vTotal") desc, 1, 3, 2`
  },
})

export const clientesVendedor = report({
  rel_name: 'clientes_vendedor',
  title: 'Clientes por vendedor',
  description: 'A carteira de cada vendedor: quantos clientes ativos tem, quantos compraram no período e quanto.',
  category: CATEGORY,
  rights: ['cliente', 'venda', 'vendedor'],
  filters: { periodo: period, vendedor_id: vendedor },
  columns: [
    { field: 'vendedor', label: 'Vendedor', kind: 'text', width: 1.6 },
    { field: 'clientes', label: 'Clientes', kind: 'integer', sum: true },
    { field: 'compraram', label: 'Compraram', kind: 'integer', sum: true },
    { field: 'positivacao', label: 'Positivação (%)', kind: 'percent' },
    { field: 'qtd', label: 'Vendas', kind: 'integer', sum: true },
    { field: 'vTotal', label: 'Total', kind: 'money', sum: true },
  ],
  chart: { name: 'vendedor', value: 'clientes' },
  drill: (row) => listAddress('/ui/cadastros/cliente', { vendedor_id: idOf(row.vendedor_id) }),
  // What its customers bought, whoever sold it.
  query: (_, values) => sql`
    select c.vendedor_id, coalesce(p."xNome", 'Sem vendedor') as vendedor, count(*)::int as clientes, count(g.cliente_id)::int as compraram,
      round(100.0 * count(g.cliente_id) / count(*), 2) as positivacao, coalesce(sum(g.qtd), 0)::int as qtd, coalesce(sum(g."vTotal"), 0) as "vTotal"
    from cliente c left join vendedor p on p.id = c.vendedor_id
    left join (select v.cliente_id, count(*) as qtd, sum(v."vTotal") as "vTotal" from venda v
      where v.empresa_id = ${values.empresa_id} and v."dhCancelamento" is null and ${withinInstants(sql`v.criado_em`, values, 'periodo')} group by 1) g on g.cliente_id = c.id
    where c.ativo and ${chosen(sql`c.vendedor_id`, values, 'vendedor_id')} group by 1, 2 order by clientes desc, vendedor, c.vendedor_id`,
})

/** Goals as one list: of the company (a goal, or one of some of its sales), and of each seller in it. */
const goals = (values: ReportValues): SQL => sql`
  select 'meta' as recurso, t.id, t.descricao, t."dIni", t."dFim", t."vMeta", null::int as vendedor_id, null::int as categoria_id from meta t where t.empresa_id = ${values.empresa_id}
  union all
  select 'meta', t.id, t.descricao, t."dIni", t."dFim", s."vMeta", s.vendedor_id, null from meta_vendedor s join meta t on t.id = s.meta_id where t.empresa_id = ${values.empresa_id}
  union all
  select 'meta_venda', t.id, t.descricao, t."dIni", t."dFim", t."vMeta", t.vendedor_id, t.categoria_id from meta_venda t where t.empresa_id = ${values.empresa_id}`

/** Goals that share a day with the period. */
const standsIn = (values: ReportValues): SQL =>
  sql`daterange(x."dIni", x."dFim", '[]') && daterange(${values.text('periodo_ini') ?? null}::date, ${values.text('periodo_fim') ?? null}::date, '[]')`

export const metasVendas = report({
  rel_name: 'metas_vendas',
  title: 'Metas e vendas',
  description: 'Cada meta que vale no período, da empresa ou de um vendedor, ao lado do que foi faturado nela.',
  category: CATEGORY,
  rights: ['meta', 'venda'],
  filters: { periodo: period, vendedor_id: vendedor },
  wide: true,
  columns: [
    { field: 'descricao', label: 'Meta', kind: 'text', width: 1.4 },
    { field: 'vendedor', label: 'Vendedor', kind: 'text', width: 1.2 },
    { field: 'categoria', label: 'Categoria', kind: 'text', width: 1.2 },
    { field: 'dIni', label: 'De', kind: 'date' },
    { field: 'dFim', label: 'Até', kind: 'date' },
    { field: 'vMeta', label: 'Meta (R$)', kind: 'money' },
    { field: 'vRealizado', label: 'Faturado', kind: 'money' },
    { field: 'vFalta', label: 'Falta', kind: 'money' },
    { field: 'parte', label: 'Atingido (%)', kind: 'percent' },
  ],
  chart: { name: 'descricao', value: 'vRealizado' },
  drill: (row) =>
    row.vendedor_id === null
      ? recordAddress(String(row.recurso), row.id)
      : listAddress('/ui/comercial/venda', {
          vendedor_id: idOf(row.vendedor_id),
          dhCancelamento: NONE,
          dhFaturamento: `${String(row.dIni)}..${String(row.dFim)}`,
        }),
  query: (_, values) => sql`
    select x.recurso, x.id, x.descricao, x.vendedor_id, p."xNome" as vendedor, k.descricao as categoria, x."dIni"::text as "dIni", x."dFim"::text as "dFim", x."vMeta", r.v as "vRealizado",
      greatest(x."vMeta" - r.v, 0) as "vFalta", round(100 * r.v / nullif(x."vMeta", 0), 2) as parte
    from (${goals(values)}) x left join vendedor p on p.id = x.vendedor_id left join cliente_categoria k on k.id = x.categoria_id
    cross join lateral (select coalesce(sum(v."vTotal"), 0) as v from venda v where v.empresa_id = ${values.empresa_id} and v."dhCancelamento" is null
      and v."dhFaturamento" >= x."dIni"::timestamptz and v."dhFaturamento" < (x."dFim" + 1)::timestamptz and (x.vendedor_id is null or v.vendedor_id = x.vendedor_id)
      and (x.categoria_id is null or exists (select from cliente c where c.id = v.cliente_id and c.categoria_id = x.categoria_id))) r
    where ${standsIn(values)} and ${chosen(sql`x.vendedor_id`, values, 'vendedor_id')} order by x."dIni", x.descricao, x.recurso, x.id, vendedor nulls first`,
})
