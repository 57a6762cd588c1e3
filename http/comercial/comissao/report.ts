import { sql } from 'drizzle-orm'
import { COMMISSION_EVENTS } from '../../../core/fields/comercial/comissao'
import { recordAddress } from '../../relatorios/drill'
import { chosen, withinInstants } from '../../relatorios/period'
import { report } from '../../relatorios/report'

const WORDS = Object.entries(COMMISSION_EVENTS)
  .map(([name, word]) => `when '${name}' then '${word}'`)
  .join(' ')

/** What each seller earned, row by row: of which sale and item, on what basis, at which percentage and why; booked when invoiced, released as received. */
export const comissoes = report({
  rel_name: 'comissoes',
  title: 'Comissões',
  description:
    'Comissão de cada venda faturada, com a base, o percentual e o porquê, e quanto dela foi liberado pelo que foi recebido.',
  category: 'Vendas',
  rights: ['comissao'],
  filters: {
    periodo: { kind: 'period', label: 'Período', initial: 'month' },
    vendedor_id: { kind: 'ref', label: 'Vendedor', resource: 'vendedor' },
    apura: {
      kind: 'choice',
      label: 'Apura',
      initial: 'tudo',
      options: [
        { value: 'tudo', label: 'Faturado e recebido' },
        { value: 'faturado', label: 'Só o faturado' },
        { value: 'recebido', label: 'Só o recebido' },
      ],
    },
  },
  wide: true,
  columns: [
    { field: 'dia', label: 'Data', kind: 'date' },
    { field: 'vendedor', label: 'Vendedor', kind: 'text' },
    { field: 'venda', label: 'Venda', kind: 'integer', width: 0.6 },
    { field: 'cliente', label: 'Cliente', kind: 'text' },
    { field: 'item', label: 'Item', kind: 'text' },
    { field: 'evento', label: 'Evento', kind: 'text', width: 0.8 },
    { field: 'vBase', label: 'Base', kind: 'money', sum: true },
    { field: 'percentual', label: '%', kind: 'percent', width: 0.6 },
    { field: 'motivo', label: 'Por quê', kind: 'text', width: 1.6 },
    { field: 'valor', label: 'Comissão', kind: 'money', sum: true },
    { field: 'vLiberado', label: 'Liberada', kind: 'money', sum: true },
  ],
  chart: { name: 'vendedor', value: 'valor' },
  drill: (row) => recordAddress('venda', row.venda),
  query: (_, values) => {
    const apura = values.text('apura') ?? 'tudo'
    return sql`
    select n.dh::date::text as dia, p."xNome" as vendedor, c.venda_id as venda, v."cliente_xNome" as cliente, l."xProd" as item,
      case m.evento ${sql.raw(WORDS)} end as evento, m."vBase", m.percentual, m.motivo, m.valor, m."vLiberado"
    from movimento_comissao m join comissao c on c.id = m.comissao_id join lancamento n on n.id = m.lancamento_id
    join venda v on v.id = c.venda_id join vendedor p on p.id = c.vendedor_id left join venda_mercadoria l on l.id = m.venda_mercadoria_id
    where m.empresa_id = ${values.empresa_id} and ${withinInstants(sql`n.dh`, values, 'periodo')} and ${chosen(sql`c.vendedor_id`, values, 'vendedor_id')}
      and (${apura} = 'tudo' or (${apura} = 'faturado' and m.valor <> 0) or (${apura} = 'recebido' and m."vLiberado" <> 0))
    order by p."xNome", c.venda_id, m.id`
  },
})
