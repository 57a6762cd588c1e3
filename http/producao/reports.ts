import { sql } from 'drizzle-orm'
import { ordemProducaoLife } from '../../core/lifecycle/ordem-producao'
import { stateWord } from '../platform/in-states'
import { recordAddress } from '../relatorios/drill'
import { chosen, withinInstants } from '../relatorios/period'
import { report } from '../relatorios/report'
import { stateFilter } from '../relatorios/state-filter'
import { plannedHours, plannedMaterial } from './ordem_producao/sums'

/** What one of goods `g` was planned to cost. */
const PLANNED = sql.raw(`(${plannedMaterial()} + ${plannedHours()}) / g."qTrib"`)

/** What products cost as they were made, month by month, beside what they were planned to. */
export const custoProducao = report({
  rel_name: 'producao_custo',
  title: 'Custo da produção',
  description: 'O que cada produto custou ao ser produzido, mês a mês: insumos, horas e perda, contra o planejado.',
  category: 'Produção',
  rights: ['ordem_producao', 'custo'],
  filters: {
    producao: { kind: 'period', label: 'Produzido', initial: 'month' },
    mercadoria_id: { kind: 'ref', label: 'Mercadoria', resource: 'mercadoria' },
  },
  wide: true,
  columns: [
    { field: 'mes', label: 'Mês', kind: 'code', width: 0.7 },
    { field: 'xProd', label: 'Produto', kind: 'text', width: 1.6 },
    { field: 'q', label: 'Boas', kind: 'quantity' },
    { field: 'refugo', label: 'Refugo', kind: 'quantity' },
    { field: 'material', label: 'Insumos', kind: 'money', sum: true },
    { field: 'horas', label: 'Horas', kind: 'money', sum: true },
    { field: 'perda', label: 'Perda', kind: 'money', sum: true },
    { field: 'custo', label: 'Custo das boas', kind: 'money', sum: true },
    { field: 'planejado', label: 'Planejado', kind: 'money', sum: true },
    { field: 'unitario', label: 'Custo de uma', kind: 'money' },
    { field: 'desvio', label: 'Desvio', kind: 'percent' },
  ],
  drill: (row) => recordAddress('mercadoria', row.id),
  query: (_, values) => sql`
    select x.*, round(x.custo / nullif(x.q, 0), 2) as unitario, round((x.custo - x.planejado) * 100 / nullif(x.planejado, 0), 2) as desvio from (
      select g.mercadoria_id as id, to_char(p.criado_em, 'MM/YYYY') as mes, date_trunc('month', p.criado_em) as "when", m."xProd", sum(p."qBoa") as q,
        sum(p."qRefugo" + p."qRefugoAnormal") as refugo, sum(p."vCusto" - p."vMaoObra") as material, sum(p."vMaoObra") as horas, sum(p."vPerda") as perda,
        sum(p."vPrincipal") as custo, round(sum(p."qBoa" * ${PLANNED}), 2) as planejado
      from op_parte p join ordem_producao_mercadoria g on g.id = p.ordem_producao_mercadoria_id join mercadoria m on m.id = g.mercadoria_id
      where p.empresa_id = ${values.empresa_id} and p."dhCancelamento" is null and ${withinInstants(sql`p.criado_em`, values, 'producao')}
        and ${chosen(sql`g.mercadoria_id`, values, 'mercadoria_id')} group by 1, 2, 3, 4) x order by x."xProd", x.id, x."when"`,
})

const standing = stateFilter(ordemProducaoLife, {
  abertas: { states: ['aberta'] },
  em_producao: { states: ['em_producao'] },
  finalizadas: { states: ['finalizada'] },
})

/** The goods of each order: what was planned, what came of it, what was lost, and what it cost. */
export const ordensProducao = report({
  rel_name: 'producao_ordens',
  title: 'Ordens de produção',
  description: 'O que cada ordem do período planejou, produziu e perdeu, e quanto custou.',
  category: 'Produção',
  rights: ['ordem_producao'],
  filters: {
    periodo: { kind: 'period', label: 'Abertas em', initial: 'month' },
    mercadoria_id: { kind: 'ref', label: 'Mercadoria', resource: 'mercadoria' },
    situacao: standing.filter,
  },
  wide: true,
  columns: [
    { field: 'ordem', label: 'Ordem', kind: 'integer', width: 0.6 },
    { field: 'dia', label: 'Aberta', kind: 'date', width: 0.8 },
    { field: 'situacao', label: 'Situação', kind: 'code', width: 0.9 },
    { field: 'xProd', label: 'Produto', kind: 'text', width: 1.8 },
    { field: 'planejada', label: 'Planejada', kind: 'quantity' },
    { field: 'boa', label: 'Produzida', kind: 'quantity' },
    { field: 'perdida', label: 'Perdida', kind: 'quantity' },
    { field: 'falta', label: 'Falta', kind: 'quantity' },
    { field: 'vPerda', label: 'Custo da perda', kind: 'money', sum: true, right: 'custo' },
    { field: 'vCusto', label: 'Custo das boas', kind: 'money', sum: true, right: 'custo' },
  ],
  chart: { name: 'xProd', value: 'boa' },
  drill: (row) => recordAddress('ordem_producao', row.ordem),
  query: (_, values) => sql`
    select o.id as ordem, o.criado_em::date::text as dia, ${stateWord(ordemProducaoLife, 'o')} as situacao, coalesce(m."xProd", g."xProd") as "xProd", g."qTrib" as planejada,
      coalesce(p.boa, 0) as boa, coalesce(p.perdida, 0) as perdida, case when o."dhFinalizacao" is null then greatest(g."qTrib" - coalesce(p.boa, 0), 0) else 0 end as falta,
      coalesce(p."vPerda", 0) as "vPerda", coalesce(p."vCusto", 0) as "vCusto"
    from ordem_producao o join ordem_producao_mercadoria g on g.ordem_producao_id = o.id join mercadoria m on m.id = g.mercadoria_id
    left join lateral (select sum(p."qBoa") as boa, sum(p."qRefugo" + p."qRefugoAnormal") as perdida, sum(p."vPerda") as "vPerda", sum(p."vPrincipal") as "vCusto"
      from op_parte p where p.ordem_producao_mercadoria_id = g.id and p."dhCancelamento" is null) p on true
    where o.empresa_id = ${values.empresa_id} and o."dhCancelamento" is null and ${withinInstants(sql`o.criado_em`, values, 'periodo')}
      and ${standing.where(values, 'situacao', 'o')} and ${chosen(sql`g.mercadoria_id`, values, 'mercadoria_id')} order by o.id, g.id`,
})
