import { type SQL, sql } from 'drizzle-orm'
import { recordAddress } from '../relatorios/drill'
import { chosen, withinInstants } from '../relatorios/period'
import { report } from '../relatorios/report'
import { documentTitle } from '../documents/steps'
import { WHOM, WITH_WHOM } from './trace'

/** Reports of lots. */

const mercadoria_id = { kind: 'ref', label: 'Mercadoria', resource: 'mercadoria' } as const
const lote_id = { kind: 'ref', label: 'Lote', resource: 'estoque/mercadoria_lote' } as const

/** SQL: what people call the document of a row `m`, with its number. */
export const titled = (): SQL => sql`coalesce(${documentTitle(sql`m.documento`)}, m.documento) || ' ' || m.documento_id`

export const lotesRastreio = report({
  rel_name: 'lotes_rastreio',
  title: 'Rastreio de lotes',
  description: 'De que notas cada lote veio e a que clientes foi.',
  category: 'Estoque',
  rights: ['mercadoria', 'entrada', 'venda'],
  filters: { periodo: { kind: 'period', label: 'Período' }, mercadoria_id, lote_id },
  wide: true,
  columns: [
    { field: 'xProd', label: 'Produto', kind: 'text', width: 1.6 },
    { field: 'nLote', label: 'Lote', kind: 'code' },
    { field: 'dVal', label: 'Validade', kind: 'date' },
    { field: 'dia', label: 'Dia', kind: 'date' },
    { field: 'titulo', label: 'Documento', kind: 'text' },
    { field: 'nNF', label: 'Nota', kind: 'code', width: 0.7 },
    { field: 'pessoa', label: 'De quem ou a quem', kind: 'text', width: 1.6 },
    { field: 'quantidade', label: 'Quantidade', kind: 'quantity' },
  ],
  drill: (row) => recordAddress(String(row.documento), row.documento_id),
  query: (_, values) => sql`
    select p."xProd", o."nLote", o."dVal", m.dia, m.documento, m.documento_id, ${WHOM}, m.quantidade, ${titled()} as titulo
    from (select lote_id, documento, documento_id, min(criado_em)::date as dia, sum("qTrib") as quantidade from movimento_estoque m
          where m.lote_id is not null and m.empresa_id = ${values.empresa_id} and ${withinInstants(sql`m.criado_em`, values, 'periodo')}
            and ${chosen(sql`m.mercadoria_id`, values, 'mercadoria_id')} and ${chosen(sql`m.lote_id`, values, 'lote_id')}
          group by 1, 2, 3 having sum("qTrib") <> 0) m
    join mercadoria_lote o on o.id = m.lote_id join mercadoria p on p.id = o.mercadoria_id ${WITH_WHOM}
    order by p."xProd", o."dVal" nulls last, o.id, m.dia, m.documento_id`,
})

export const lotesValidade = report({
  rel_name: 'lotes_validade',
  title: 'Validade dos lotes',
  description: 'O que há de cada lote, onde está e quando vence; vencidos primeiro.',
  category: 'Estoque',
  rights: ['mercadoria'],
  filters: {
    situacao: {
      kind: 'choice',
      label: 'Vence',
      initial: '90',
      options: [
        { value: '0', label: 'Já venceu' },
        { value: '30', label: 'Em até 30 dias' },
        { value: '90', label: 'Em até 90 dias' },
        { value: 'todos', label: 'Todos os lotes' },
      ],
    },
    mercadoria_id,
  },
  columns: [
    { field: 'dVal', label: 'Validade', kind: 'date' },
    { field: 'dias', label: 'Dias', kind: 'integer', width: 0.6 },
    { field: 'xProd', label: 'Produto', kind: 'text', width: 1.6 },
    { field: 'nLote', label: 'Lote', kind: 'code' },
    { field: 'situacao', label: 'Situação', kind: 'text', width: 0.8 },
    { field: 'codigo', label: 'Local', kind: 'code', width: 0.8 },
    { field: 'qDisp', label: 'Quantidade', kind: 'quantity' },
  ],
  drill: (row) => recordAddress('mercadoria_lote', row.lote_id),
  query: (ctx, values) => {
    const days = Number(values.text('situacao'))
    const today = sql`${ctx.clock.today()}::date`
    return sql`select l.lote_id, o."dVal", o."dVal" - ${today} as dias, p."xProd", o."nLote", a.codigo, l."qDisp",
        case when o.bloqueado then 'Bloqueado' when o."dVal" < ${today} then 'Vencido' else 'Livre' end as situacao
      from mercadoria_armazenamento_lote l join mercadoria_lote o on o.id = l.lote_id join mercadoria p on p.id = l.mercadoria_id
      join armazenamento a on a.id = l.armazenamento_id
      where l.empresa_id = ${values.empresa_id} and l."qDisp" > 0 and ${chosen(sql`l.mercadoria_id`, values, 'mercadoria_id')}
        and ${Number.isNaN(days) ? sql`true` : days === 0 ? sql`o."dVal" < ${today}` : sql`o."dVal" <= ${today} + ${days}::int`}
      order by o."dVal" nulls last, p."xProd", o.id, a.codigo`
  },
})
