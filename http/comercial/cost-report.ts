import { type SQL, sql } from 'drizzle-orm'
import { lastDayOfMonth } from '../../core/br/civil-date'
import { idOf, recordAddress } from '../relatorios/drill'
import { chosen } from '../relatorios/period'
import { report, type ReportValues } from '../relatorios/report'
import { CATEGORY, cliente, partOf, period, productFilters, salesList, situacao, soldLines, vendedor } from './reports'

/** What a row adds up: its number, its name, its day (null where it has none) and the sale that it is of, in SQL over sales `v`, their lines `l`, products `m`. */
interface Grouping {
  readonly label: string
  readonly key: SQL
  readonly name: SQL
  readonly venda_id?: SQL
  readonly dia?: SQL
  readonly order?: SQL
}

const BY_SALE: Grouping = {
  label: 'Venda',
  key: sql`v.id`,
  name: sql`max(v."cliente_xNome")`,
  venda_id: sql`v.id`,
  dia: sql`min(v.criado_em)::date::text`,
  order: sql`v.id`,
}

const GROUPINGS: Readonly<Record<string, Grouping>> = {
  venda: BY_SALE,
  item: {
    label: 'Item da venda',
    key: sql`l.id`,
    name: sql`max(coalesce(l."xProd", m."xProd"))`,
    venda_id: sql`max(v.id)`,
    dia: sql`min(v.criado_em)::date::text`,
    order: sql`max(v.id), l.id`,
  },
  mes: {
    label: 'Mês',
    key: sql`date_trunc('month', v.criado_em)`,
    name: sql`to_char(date_trunc('month', v.criado_em), 'MM/YYYY')`,
    dia: sql`date_trunc('month', v.criado_em)::date::text`,
    order: sql`date_trunc('month', v.criado_em)`,
  },
  vendedor: {
    label: 'Vendedor',
    key: sql`v.vendedor_id`,
    name: sql`coalesce((select p."xNome" from vendedor p where p.id = v.vendedor_id), 'Sem vendedor')`,
  },
  cliente: {
    label: 'Cliente',
    key: sql`v.cliente_id`,
    name: sql`(select c."xNome" from cliente c where c.id = v.cliente_id)`,
  },
  produto: { label: 'Produto', key: sql`l.mercadoria_id`, name: sql`max(m."xProd")` },
}

const groupingOf = (values: ReportValues): Grouping => GROUPINGS[values.text('agrupar') ?? ''] ?? BY_SALE

/** The list that a row of a month, seller or customer adds up. */
const lists = salesList((row, values) => {
  switch (values.text('agrupar')) {
    case 'mes':
      return { criado_em: partOf(values, String(row.dia), lastDayOfMonth(String(row.dia))) }
    case 'vendedor':
      return { vendedor_id: idOf(row.chave) }
    case 'cliente':
      return { cliente_id: idOf(row.chave) }
    default:
      return {}
  }
})

/** What sales cost and leave, with what their goods cost as they were sold (kept with each line). Nothing of it is for who may not know costs. */
export const custoVenda = report({
  rel_name: 'custo_venda',
  title: 'Custo e margem das vendas',
  description: 'Custo, lucro e margem de cada venda, item, mês, vendedor, cliente ou produto.',
  category: CATEGORY,
  rights: ['venda', 'custo'],
  filters: {
    periodo: period,
    agrupar: {
      kind: 'choice',
      label: 'Agrupar por',
      initial: 'venda',
      options: Object.entries(GROUPINGS).map(([value, { label }]) => ({ value, label })),
    },
    venda_id: { kind: 'integer', label: 'Venda nº', min: 1, max: 2_147_483_647 },
    vendedor_id: vendedor,
    cliente_id: cliente,
    mercadoria_id: { kind: 'ref', label: 'Produto', resource: 'mercadoria' },
    ...productFilters,
    situacao,
  },
  wide: true,
  columns: [
    { field: 'venda_id', label: 'Venda', kind: 'integer', width: 0.7 },
    { field: 'dia', label: 'Data', kind: 'date', width: 0.8 },
    { field: 'nome', label: 'Nome', kind: 'text', width: 2.4 },
    { field: 'vLiquido', label: 'Valor líquido', kind: 'money', sum: true },
    { field: 'vCusto', label: 'Custo', kind: 'money', sum: true },
    { field: 'vLucro', label: 'Lucro bruto', kind: 'money', sum: true },
    { field: 'pMargem', label: 'Margem (%)', kind: 'percent' },
    { field: 'pMarkup', label: 'Markup (%)', kind: 'percent' },
  ],
  chart: { name: 'nome', value: 'vLucro' },
  drill: (row, values) => {
    if (typeof row.venda_id === 'number') return recordAddress('venda', row.venda_id)
    return values.text('agrupar') === 'produto' ? recordAddress('mercadoria', row.chave) : lists(row, values)
  },
  query: (_, values) => {
    const { key, name, venda_id, dia, order } = groupingOf(values)
    const none = sql`null`
    return sql`
      select g.*, g."vLiquido" - g."vCusto" as "vLucro", round(100 * (g."vLiquido" - g."vCusto") / nullif(g."vLiquido", 0), 2) as "pMargem",
        round(100 * (g."vLiquido" - g."vCusto") / nullif(g."vCusto", 0), 2) as "pMarkup"
      from (select ${key} as chave, ${venda_id ?? none}::int as venda_id, ${dia ?? none}::text as dia, ${name} as nome,
              sum(round(l."vUnLiquido" * l."qTrib", 2)) as "vLiquido", sum(round(coalesce(l."vCustoUn", 0) * l."qTrib", 2)) as "vCusto",
              row_number() over (order by ${order ?? sql`sum(round(l."vUnLiquido" * l."qTrib", 2)) desc, ${key}`}) as ordem
            ${soldLines(values)} and ${chosen(sql`v.id`, values, 'venda_id')} and ${chosen(sql`l.mercadoria_id`, values, 'mercadoria_id')}
            group by ${key}) g order by g.ordem`
  },
})
