import { type SQL, sql } from 'drizzle-orm'
import { idOf, listAddress, NONE, periodOf, recordAddress } from '../relatorios/drill'
import { chosen, within, withinInstants } from '../relatorios/period'
import { report, type Report, type ReportFilter, type ReportValues } from '../relatorios/report'

/** Reports of purchases: what was ordered, or what came in. What was cancelled is in none of them. */

const filters = {
  periodo: { kind: 'period', label: 'Período', initial: 'month' },
  base: {
    kind: 'choice',
    label: 'Do que se trata',
    initial: 'entradas',
    options: [
      { value: 'entradas', label: 'Entradas finalizadas' },
      { value: 'pedidos', label: 'Pedidos de compra' },
    ],
  },
  fornecedor_id: { kind: 'ref', label: 'Fornecedor', resource: 'fornecedor' },
} as const satisfies Record<string, ReportFilter>

const isOrders = (values: ReportValues): boolean => values.text('base') === 'pedidos'

/** The day of an order, which may have been left empty. */
const ORDERED = sql`coalesce(d."dEmissao", d.criado_em::date)`

/** The documents (`d`) that the filters choose: finished entries of suppliers, or orders that were closed. */
const documents = (values: ReportValues): SQL => sql`d.empresa_id = ${values.empresa_id} and d."dhCancelamento" is null
  and ${chosen(sql`d.fornecedor_id`, values, 'fornecedor_id')} and ${
    isOrders(values)
      ? sql`d."dhFechamento" is not null and ${within(ORDERED, values, 'periodo')}`
      : sql`d.fornecedor_id is not null and d."dhFinalizacao" is not null and ${withinInstants(sql`d."dhFinalizacao"`, values, 'periodo')}`
  }`

const dayOf = (values: ReportValues): SQL => (isOrders(values) ? ORDERED : sql`d."dhFinalizacao"::date`)

/** The very documents of a supplier that a row adds up. */
const ofSupplier: Report['drill'] = (row, values) =>
  isOrders(values)
    ? listAddress('/ui/compras/pedido_compra', {
        fornecedor_id: idOf(row.id),
        dhCancelamento: NONE,
        dEmissao: periodOf(values),
      })
    : listAddress('/ui/estoque/entrada', {
        fornecedor_id: idOf(row.id),
        dhCancelamento: NONE,
        dhFinalizacao: periodOf(values),
      })

export const comprasFornecedor = report({
  rel_name: 'compras_fornecedor',
  title: 'Compras por fornecedor',
  description: 'Quanto se comprou de cada fornecedor no período, pelas entradas ou pelos pedidos.',
  category: 'Compras',
  rights: ['pedido_compra', 'entrada', 'fornecedor'],
  filters,
  wide: true,
  columns: [
    { field: 'fornecedor', label: 'Fornecedor', kind: 'text' },
    { field: 'CNPJ_CPF', label: 'CNPJ / CPF', kind: 'taxid' },
    { field: 'qtd', label: 'Compras', kind: 'integer', sum: true, width: 0.7 },
    { field: 'vProd', label: 'Produtos', kind: 'money', sum: true },
    { field: 'vFrete', label: 'Frete', kind: 'money', sum: true },
    { field: 'vDesc', label: 'Descontos', kind: 'money', sum: true },
    { field: 'vTotal', label: 'Total', kind: 'money', sum: true },
    { field: 'parte', label: 'Parte (%)', kind: 'percent', width: 0.7 },
    { field: 'ultima', label: 'Última compra', kind: 'date' },
  ],
  chart: { name: 'fornecedor', value: 'vTotal' },
  drill: ofSupplier,
  query: (_, values) => sql`
    select p.id, p."xNome" as fornecedor, p."CNPJ_CPF", g.qtd, g."vProd", g."vFrete", g."vDesc", g."vTotal",
      round(100 * g."vTotal" / nullif(sum(g."vTotal") over (), 0), 2) as parte, g.ultima
    from (select d.fornecedor_id, count(*)::int as qtd, sum(d."vProd") as "vProd", sum(d."vFrete") as "vFrete", sum(d."vDesc") as "vDesc",
            sum(d."vTotal") as "vTotal", max(${dayOf(values)})::text as ultima
          from ${isOrders(values) ? sql`pedido_compra` : sql`entrada`} d where ${documents(values)} group by 1) g
    join fornecedor p on p.id = g.fornecedor_id order by g."vTotal" desc, p.id`,
})

/** Lines (`l`) of what the filters choose, as SQL with their quantity `q` and value `v`. */
const bought = (values: ReportValues): SQL =>
  isOrders(values)
    ? sql`select l.mercadoria_id, l."qTrib" as q, l."vSubtotal" as v, ${dayOf(values)} as dia, d.id from pedido_compra d
        join pedido_compra_mercadoria l on l.pedido_compra_id = d.id where ${documents(values)}`
    : sql`select l.mercadoria_id, l."qTrib" as q, l."vTotal" as v, ${dayOf(values)} as dia, d.id from entrada d
        join entrada_mercadoria l on l.entrada_id = d.id where ${documents(values)}`

export const comprasMercadoria = report({
  rel_name: 'compras_mercadoria',
  title: 'Compras por produto',
  description: 'Quantidade, valor e preço médio de cada produto comprado no período, pelas entradas ou pelos pedidos.',
  category: 'Compras',
  rights: ['pedido_compra', 'entrada', 'mercadoria'],
  filters: {
    ...filters,
    mercadoria_id: { kind: 'ref', label: 'Mercadoria', resource: 'mercadoria' },
    grupo_id: { kind: 'ref', label: 'Grupo', resource: 'estoque/mercadoria_grupo' },
  },
  columns: [
    { field: 'codigo', label: 'Código', kind: 'code' },
    { field: 'xProd', label: 'Produto', kind: 'text', width: 1.6 },
    { field: 'un', label: 'Un.', kind: 'code', width: 0.5 },
    { field: 'qtd', label: 'Compras', kind: 'integer', width: 0.7 },
    { field: 'quantidade', label: 'Quantidade', kind: 'quantity' },
    { field: 'valor', label: 'Valor', kind: 'money', sum: true },
    { field: 'medio', label: 'Preço médio', kind: 'money', right: 'custo' },
    { field: 'ultima', label: 'Última compra', kind: 'date' },
  ],
  chart: { name: 'xProd', value: 'valor' },
  drill: (row) => recordAddress('mercadoria', row.id),
  query: (_, values) => sql`
    select m.id, m.codigo, m."xProd", u.un, g.qtd, g.quantidade, g.valor, round(g.valor / nullif(g.quantidade, 0), 2) as medio, g.ultima
    from (select x.mercadoria_id, count(distinct x.id)::int as qtd, sum(x.q) as quantidade, sum(x.v) as valor, max(x.dia)::text as ultima
          from (${bought(values)}) x group by 1) g
    join mercadoria m on m.id = g.mercadoria_id left join unidade u on u.id = m.unidade_id
    where ${chosen(sql`m.id`, values, 'mercadoria_id')} and ${chosen(sql`m.grupo_id`, values, 'grupo_id')} order by g.valor desc, m.id`,
})
