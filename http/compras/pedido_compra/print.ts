import { sql } from 'drizzle-orm'
import { formatDate } from '../../../core/br/date-text'
import { type Kind, text } from '../../relatorios/document'
import { decimalsOf, instalmentsIn, SUPPLIER, supplierFacts } from '../../relatorios/parts'
import { pedidoCompra } from './pedido-compra'

/** A purchase order as it is sent to the supplier: with the supplier's own codes where they are known, else ours. */
export const orderOnPaper: Kind = {
  resource: pedidoCompra,
  columns: sql`${SUPPLIER.columns}, u.name as comprador`,
  joins: sql`${SUPPLIER.joins} left join "user" u on u.id = d.usuario_id`,
  facts: (head) => [
    ...supplierFacts(head),
    ['Emissão', formatDate(text(head.dEmissao))],
    ['Entrega prevista', formatDate(text(head.dPrevista))],
    ['Comprador', text(head.comprador)],
  ],
  lines: (ids) => sql`
    select l.pedido_compra_id as documento, l.un, l."qTrib", l."vUnTrib" as preco, ${decimalsOf(sql`l."vUnTrib"`)} as casas, l."vSubtotal" as "vTotal", (select u.decimal from unidade u where u.id = m.unidade_id) as casas_q,
      coalesce((select min(f.codigo) from mercadoria_fornecedor f where f.mercadoria_id = l.mercadoria_id and f.fornecedor_id = p.fornecedor_id), m.codigo) as codigo,
      l."xProd", nullif(l."vDesc", 0) as desconto, case when l."dPrevista" is distinct from p."dPrevista" then l."dPrevista" end as entrega
    from pedido_compra_mercadoria l join pedido_compra p on p.id = l.pedido_compra_id left join mercadoria m on m.id = l.mercadoria_id
    where l.pedido_compra_id = any (${ids}) order by l.id`,
  instalments: instalmentsIn('pedido_compra_pagamento', 'pedido_compra_id'),
}
