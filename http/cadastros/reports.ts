import { sql } from 'drizzle-orm'
import { chosen } from '../relatorios/period'
import { recordAddress } from '../relatorios/drill'
import { report } from '../relatorios/report'

export const clientesSemCompra = report({
  rel_name: 'clientes_sem_compra',
  title: 'Clientes sem compra',
  description: 'Clientes ativos que não compram há tantos dias, ou que nunca compraram: para quem ligar.',
  category: 'Cadastros',
  rights: ['cliente', 'venda'],
  filters: {
    dias: { kind: 'integer', label: 'Dias sem comprar', min: 1, max: 3650, initial: 90, required: true },
    vendedor_id: { kind: 'ref', label: 'Vendedor', resource: 'vendedor' },
    categoria_id: { kind: 'ref', label: 'Categoria', resource: 'cadastros/cliente_categoria' },
  },
  wide: true,
  columns: [
    { field: 'cliente', label: 'Cliente', kind: 'text' },
    { field: 'CNPJ_CPF', label: 'CNPJ / CPF', kind: 'taxid' },
    { field: 'fone', label: 'Telefone', kind: 'phone' },
    { field: 'email', label: 'E-mail', kind: 'text', width: 1.8 },
    { field: 'vendedor', label: 'Vendedor', kind: 'text', width: 1.4 },
    { field: 'ultima', label: 'Última compra', kind: 'date' },
    { field: 'dias', label: 'Dias', kind: 'integer', width: 0.6 },
    { field: 'vTotal', label: 'Já comprou', kind: 'money', sum: true },
  ],
  drill: (row) => recordAddress('cliente', row.id),
  query: (ctx, values) => sql`
    select c.id, c."xNome" as cliente, c."CNPJ_CPF", c.fone, c.email, p."xNome" as vendedor, g.ultima::date::text as ultima,
      ${ctx.clock.today()}::date - g.ultima::date as dias, coalesce(g."vTotal", 0) as "vTotal"
    from cliente c left join vendedor p on p.id = c.vendedor_id
    left join (select v.cliente_id, max(v.criado_em) as ultima, sum(v."vTotal") as "vTotal" from venda v
               where v.empresa_id = ${values.empresa_id} and v."dhCancelamento" is null group by v.cliente_id) g on g.cliente_id = c.id
    where c.ativo and (g.ultima is null or g.ultima < (${ctx.clock.today()}::date - ${values.number('dias') ?? 90}::int)::timestamptz)
      and ${chosen(sql`c.vendedor_id`, values, 'vendedor_id')} and ${chosen(sql`c.categoria_id`, values, 'categoria_id')}
    order by g.ultima desc nulls last, c."xNome", c.id`,
})
