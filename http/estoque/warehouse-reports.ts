import { type SQL, sql } from 'drizzle-orm'
import { addDays } from '../../core/br/civil-date'
import { PLACEMENT } from '../../core/fields/estoque/mercadoria'
import { recordAddress } from '../relatorios/drill'
import { chosen, withinInstants } from '../relatorios/period'
import { report, type ReportColumn, type ReportValues } from '../relatorios/report'
import { DEMAND, NOT_FOUND } from './demand'
import { stockOn } from './fechamento/on-day'
import { titled } from './lot-reports'

/** Reports of the warehouse: what there was, what moved, what lies where, what matters and what does not. */

const grupo_id = { kind: 'ref', label: 'Grupo', resource: 'estoque/mercadoria_grupo' } as const
const mercadoria_id = { kind: 'ref', label: 'Mercadoria', resource: 'mercadoria' } as const
const armazenamento_id = { kind: 'ref', label: 'Local', resource: 'estoque/armazenamento' } as const
const days = { kind: 'integer', label: 'Dias', min: 1, max: 730, required: true } as const

const PRODUCT: readonly ReportColumn[] = [
  { field: 'codigo', label: 'Código', kind: 'code' },
  { field: 'xProd', label: 'Produto', kind: 'text', width: 1.6 },
  { field: 'un', label: 'Un.', kind: 'code', width: 0.5 },
]
const VALUE: ReportColumn = { field: 'valor', label: 'Valor', kind: 'money', sum: true, right: 'custo' }

const WITH_UNIT = sql`join mercadoria p on p.id = x.mercadoria_id left join unidade u on u.id = p.unidade_id`
const toProduct = (row: Readonly<Record<string, unknown>>): string => recordAddress('mercadoria', row.id)

/** Rows of the ledger of the last so many days, of the company. */
const lately = (values: ReportValues, today: string): SQL =>
  sql`m.empresa_id = ${values.empresa_id} and m.criado_em >= (${today}::date - ${values.number('dias') ?? 90}::int)::timestamptz`

export const estoqueNoDia = report({
  rel_name: 'estoque_dia',
  title: 'Estoque em um dia',
  description: 'O que havia de cada produto no fim de um dia, e quanto valia.',
  category: 'Estoque',
  rights: ['mercadoria'],
  filters: { dia: { kind: 'date', label: 'Dia', required: true, initial: 'today' }, grupo_id },
  columns: [
    ...PRODUCT,
    { field: 'quantidade', label: 'Saldo', kind: 'quantity' },
    { field: 'medio', label: 'Custo médio', kind: 'money', right: 'custo' },
    VALUE,
  ],
  drill: toProduct,
  query: (ctx, values) => sql`
    select p.id, p.codigo, p."xProd", u.un, x.quantidade, case when x.quantidade > 0 then x."vTotal" / x.quantidade else 0 end as medio, x."vTotal" as valor
    from (${stockOn(values.empresa_id, values.text('dia') ?? ctx.clock.today())}) x ${WITH_UNIT}
    where (x.quantidade <> 0 or x."vTotal" <> 0) and ${chosen(sql`p.grupo_id`, values, 'grupo_id')} order by p."xProd", p.id`,
})

export const movimentosComSaldo = report({
  rel_name: 'estoque_movimentos',
  title: 'Movimentos com saldo',
  description: 'Cada entrada e saída de um produto, com o saldo depois dela.',
  category: 'Estoque',
  rights: ['mercadoria'],
  filters: {
    mercadoria_id: { ...mercadoria_id, required: true },
    periodo: { kind: 'period', label: 'Período', initial: 'month' },
    armazenamento_id,
  },
  columns: [
    { field: 'dia', label: 'Dia', kind: 'date' },
    { field: 'titulo', label: 'Documento', kind: 'text', width: 1.4 },
    { field: 'local', label: 'Local', kind: 'code' },
    { field: 'nLote', label: 'Lote', kind: 'code' },
    { field: 'quantidade', label: 'Quantidade', kind: 'quantity' },
    { field: 'saldo', label: 'Saldo', kind: 'quantity' },
    { field: 'valor', label: 'Valor', kind: 'money', right: 'custo' },
    { field: 'saldo_valor', label: 'Valor do saldo', kind: 'money', right: 'custo' },
  ],
  drill: (row) => recordAddress(String(row.documento), row.documento_id),
  // Of all places together, what is only put elsewhere is no movement.
  query: (_, values) => sql`
    select m.*, m.criado_em::date as dia, ${titled()} as titulo, a.codigo as local, o."nLote" from (
      select m.*, m."qTrib" as quantidade, m."vCusto" as valor, sum(m."qTrib") over w as saldo, sum(m."vCusto") over w as saldo_valor from movimento_estoque m
      where m.empresa_id = ${values.empresa_id} and m.mercadoria_id = ${values.number('mercadoria_id') ?? 0}
        and ${chosen(sql`m.armazenamento_id`, values, 'armazenamento_id')}
        and ${values.number('armazenamento_id') === undefined ? sql`m.tipo <> ${PLACEMENT}` : sql`true`}
      window w as (order by m.id)) m
    join armazenamento a on a.id = m.armazenamento_id left join mercadoria_lote o on o.id = m.lote_id
    where ${withinInstants(sql`m.criado_em`, values, 'periodo')} order by m.id`,
})

export const curvaAbc = report({
  rel_name: 'estoque_abc',
  title: 'Curva ABC',
  description: 'Que produtos fazem o custo do que sai: A até 80%, B até 95%, C o resto.',
  category: 'Estoque',
  rights: ['mercadoria', 'custo'],
  filters: { dias: { ...days, initial: 365 }, grupo_id },
  columns: [
    { field: 'posicao', label: 'Nº', kind: 'integer', width: 0.4 },
    ...PRODUCT,
    { field: 'quantidade', label: 'Saiu', kind: 'quantity' },
    { ...VALUE, label: 'Custo do que saiu' },
    { field: 'parte', label: 'Parte', kind: 'percent' },
    { field: 'acumulado', label: 'Acumulado', kind: 'percent' },
    { field: 'classe', label: 'Classe', kind: 'code', width: 0.5 },
  ],
  chart: { name: 'xProd', value: 'valor' },
  drill: toProduct,
  query: (ctx, values) => sql`
    select y.*, case when y.acumulado - y.parte < 80 then 'A' when y.acumulado - y.parte < 95 then 'B' else 'C' end as classe from (
      select p.id, p.codigo, p."xProd", u.un, x.quantidade, x.valor, row_number() over w as posicao, x.valor * 100 / sum(x.valor) over () as parte,
        sum(x.valor) over w * 100 / sum(x.valor) over () as acumulado
      from (select m.mercadoria_id, -sum(m."qTrib") as quantidade, -sum(m."vCusto") as valor from movimento_estoque m
        where ${lately(values, ctx.clock.today())} and ${DEMAND} and m.tipo <> ${PLACEMENT}
        group by 1 having -sum(m."vCusto") > 0) x ${WITH_UNIT}
      where ${chosen(sql`p.grupo_id`, values, 'grupo_id')} window w as (order by x.valor desc, p.id)) y order by y.posicao`,
})

export const cobertura = report({
  rel_name: 'estoque_cobertura',
  title: 'Cobertura de estoque',
  description: 'Por quantos dias o que há dura, ao ritmo em que tem saído.',
  category: 'Estoque',
  rights: ['mercadoria'],
  filters: { dias: { ...days, initial: 90 }, grupo_id },
  columns: [
    ...PRODUCT,
    { field: 'saldo', label: 'Disponível', kind: 'quantity' },
    { field: 'saiu', label: 'Saiu no período', kind: 'quantity' },
    { field: 'por_dia', label: 'Por dia', kind: 'quantity' },
    { field: 'dura', label: 'Dias de estoque', kind: 'integer' },
  ],
  drill: toProduct,
  query: (ctx, values) => sql`
    select p.id, p.codigo, p."xProd", u.un, s.q_total - s.q_reservado as saldo, x.saiu, x.saiu / ${values.number('dias') ?? 90}::int as por_dia,
      floor(greatest(s.q_total - s.q_reservado, 0) * ${values.number('dias') ?? 90}::int / x.saiu)::int as dura
    from (select m.mercadoria_id, -sum(m."qTrib") as saiu from movimento_estoque m where ${lately(values, ctx.clock.today())} and ${DEMAND}
      and m.tipo <> ${PLACEMENT} group by 1 having -sum(m."qTrib") > 0) x ${WITH_UNIT}
    join mercadoria_saldo s on s.mercadoria_id = x.mercadoria_id and s.empresa_id = ${values.empresa_id}
    where p.ativo and ${chosen(sql`p.grupo_id`, values, 'grupo_id')} order by dura, p."xProd", p.id`,
})

export const parados = report({
  rel_name: 'estoque_parado',
  title: 'Produtos sem movimento',
  description: 'O que está em estoque e não sai há tantos dias, os de maior valor antes.',
  category: 'Estoque',
  rights: ['mercadoria'],
  filters: { dias: { ...days, initial: 90 }, grupo_id },
  columns: [
    ...PRODUCT,
    { field: 'ultima', label: 'Última saída', kind: 'date' },
    { field: 'quantidade', label: 'Saldo', kind: 'quantity' },
    VALUE,
  ],
  drill: toProduct,
  query: (ctx, values) => sql`
    select p.id, p.codigo, p."xProd", u.un, l.ultima, x.q_total as quantidade, x."vTotal" as valor from mercadoria_saldo x ${WITH_UNIT}
    left join (select m.mercadoria_id, max(m.criado_em)::date as ultima from movimento_estoque m
      where m.empresa_id = ${values.empresa_id} and m."qTrib" < 0 and m.tipo <> ${PLACEMENT} and not m.estorno and not ${NOT_FOUND} group by 1) l on l.mercadoria_id = x.mercadoria_id
    where x.empresa_id = ${values.empresa_id} and x.q_total > 0 and ${chosen(sql`p.grupo_id`, values, 'grupo_id')}
      and (l.ultima is null or l.ultima < ${ctx.clock.today()}::date - ${values.number('dias') ?? 90}::int) order by x."vTotal" desc, p.id`,
})

export const estoquePorLocal = report({
  rel_name: 'estoque_local',
  title: 'Estoque por local',
  description: 'O que há em cada local, de que lote, e onde está um produto.',
  category: 'Estoque',
  rights: ['mercadoria'],
  filters: {
    armazem_id: { kind: 'ref', label: 'Armazém', resource: 'estoque/armazem' },
    armazenamento_id,
    mercadoria_id,
  },
  wide: true,
  columns: [
    { field: 'local', label: 'Local', kind: 'code' },
    ...PRODUCT,
    { field: 'nLote', label: 'Lote', kind: 'code' },
    { field: 'dVal', label: 'Validade', kind: 'date' },
    { field: 'quantidade', label: 'Quantidade', kind: 'quantity' },
    { field: 'reservada', label: 'Reservada', kind: 'quantity' },
  ],
  drill: toProduct,
  query: (_, values) => sql`
    select p.id, a.codigo as local, p.codigo, p."xProd", u.un, o."nLote", o."dVal", x.quantidade, x.reservada from (
      select l.mercadoria_id, l.armazenamento_id, l.lote_id, l."qDisp" as quantidade, l."qReservado" as reservada from mercadoria_armazenamento_lote l
        where l.empresa_id = ${values.empresa_id}
      union all
      select s.mercadoria_id, s.armazenamento_id, null, s."qDisp" - coalesce(l.q, 0), s."qReservado" - coalesce(l.r, 0) from mercadoria_armazenamento s
        left join (select mercadoria_id, armazenamento_id, sum("qDisp") as q, sum("qReservado") as r from mercadoria_armazenamento_lote
          where empresa_id = ${values.empresa_id} group by 1, 2) l on l.mercadoria_id = s.mercadoria_id and l.armazenamento_id = s.armazenamento_id
        where s.empresa_id = ${values.empresa_id}) x
    join armazenamento a on a.id = x.armazenamento_id ${WITH_UNIT} left join mercadoria_lote o on o.id = x.lote_id
    where x.quantidade <> 0 and ${chosen(sql`a.armazem_id`, values, 'armazem_id')} and ${chosen(sql`a.id`, values, 'armazenamento_id')}
      and ${chosen(sql`p.id`, values, 'mercadoria_id')} order by a.codigo, a.id, p."xProd", p.id, o."dVal" nulls last, o.id`,
})

export const consumoPorCentro = report({
  rel_name: 'consumo_centro',
  title: 'Consumo por centro de custo',
  description: 'O material que cada centro de custo consumiu, e quanto custou.',
  category: 'Estoque',
  rights: ['consumo'],
  filters: {
    periodo: { kind: 'period', label: 'Período', initial: 'month' },
    centro_custo_id: { kind: 'ref', label: 'Centro de custo', resource: 'centro_custo' },
  },
  columns: [
    { field: 'centro', label: 'Centro de custo', kind: 'text' },
    ...PRODUCT,
    { field: 'quantidade', label: 'Consumido', kind: 'quantity' },
    { ...VALUE, label: 'Custo' },
  ],
  drill: toProduct,
  query: (_, values) => sql`
    select p.id, c.descricao as centro, p.codigo, p."xProd", u.un, sum(x."qTrib") as quantidade, sum(x."vCusto") as valor
    from consumo d join consumo_mercadoria x on x.consumo_id = d.id ${WITH_UNIT}
    left join centro_custo c on c.id = coalesce(x.centro_custo_id, d.centro_custo_id)
    where d.empresa_id = ${values.empresa_id} and d."dhFinalizacao" is not null and d."dhCancelamento" is null
      and ${withinInstants(sql`d."dhFinalizacao"`, values, 'periodo')} and ${chosen(sql`c.id`, values, 'centro_custo_id')}
    group by p.id, c.id, u.id order by c.descricao nulls last, p."xProd", p.id`,
})

/** Average of what there was before the first day and at the end of the last. */
const AVERAGE = sql`(coalesce(a.quantidade, 0) + coalesce(z.quantidade, 0)) / 2`

export const giro = report({
  rel_name: 'estoque_giro',
  title: 'Giro de estoque',
  description: 'Quantas vezes o estoque médio de cada produto saiu no período, e por quantos dias ele dura.',
  category: 'Estoque',
  rights: ['mercadoria'],
  filters: { dias: { ...days, initial: 90 }, grupo_id },
  columns: [
    ...PRODUCT,
    { field: 'inicial', label: 'Saldo inicial', kind: 'quantity' },
    { field: 'final', label: 'Saldo final', kind: 'quantity' },
    { field: 'medio', label: 'Estoque médio', kind: 'quantity' },
    { field: 'saiu', label: 'Saiu', kind: 'quantity' },
    { field: 'giro', label: 'Giro', kind: 'quantity' },
    { field: 'cobre', label: 'Dias de estoque', kind: 'integer' },
    { ...VALUE, label: 'Custo do que saiu' },
  ],
  chart: { name: 'xProd', value: 'giro' },
  drill: toProduct,
  query: (ctx, values) => {
    const [today, span] = [ctx.clock.today(), values.number('dias') ?? 90]
    return sql`
    select p.id, p.codigo, p."xProd", u.un, coalesce(a.quantidade, 0) as inicial, coalesce(z.quantidade, 0) as final, ${AVERAGE} as medio, x.saiu,
      round(x.saiu / nullif(greatest(${AVERAGE}, 0), 0), 4) as giro, floor(greatest(${AVERAGE}, 0) * ${span}::int / x.saiu)::int as cobre, x.valor
    from (select m.mercadoria_id, -sum(m."qTrib") as saiu, -sum(m."vCusto") as valor from movimento_estoque m where ${lately(values, today)} and ${DEMAND}
      and m.tipo <> ${PLACEMENT} group by 1 having -sum(m."qTrib") > 0) x ${WITH_UNIT}
    left join (${stockOn(values.empresa_id, addDays(today, -span - 1))}) a on a.mercadoria_id = p.id
    left join (${stockOn(values.empresa_id, today)}) z on z.mercadoria_id = p.id
    where ${chosen(sql`p.grupo_id`, values, 'grupo_id')} order by giro desc nulls last, p."xProd", p.id`
  },
})
