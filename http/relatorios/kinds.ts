import { type SQL, sql } from 'drizzle-orm'
import { formatDate, formatDateTime } from '../../core/br/date-text'
import { showPhone } from '../../core/br/fields'
import { showTaxId } from '../../core/br/tax-id'
import { orcamento } from '../comercial/orcamento/orcamento'
import { venda } from '../comercial/venda/venda'
import { pedidoCompra } from '../compras/pedido_compra/pedido-compra'
import { entrada } from '../estoque/entrada/entrada'
import type { Resource, Row } from '../platform/resource'
import { contact, type Fact, joined, type Kind, named, rowIn, text } from './document'

const instalmentsIn =
  (table: string, owner: string) =>
  (ids: SQL): SQL =>
    sql`
  select d.${sql.identifier(owner)} as documento, d.n, d."dVencimento", d."vDup", p.descricao
  from ${sql.identifier(table)} d left join pagamento p on p.id = d.pagamento_id
  where d.${sql.identifier(owner)} = any (${ids}) order by d."dVencimento", d.id`

function selling(resource: Resource, label: string, cancelled: string): Kind {
  const owner = sql.identifier(`${resource.name}_id`)
  return {
    resource,
    label,
    cancelled,
    columns: sql`coalesce(d."cliente_xNome", c."xNome") as cliente_nome, c.fone as cliente_fone, v."xNome" as vendedor, t."xNome" as transportadora`,
    joins: sql`left join cliente c on c.id = d.cliente_id left join vendedor v on v.id = d.vendedor_id
      left join transportadora t on t.id = d.transportadora_id`,
    facts: saleFacts,
    lines: (ids) => sql`
      select l.${owner} as documento, l."xProd", l.un, l."qTrib", l."vUnLiquido" as preco, l.decimal_preco as casas, l."vTotal", m.codigo
      from ${sql.identifier(`${resource.name}_mercadoria`)} l left join mercadoria m on m.id = l.mercadoria_id
      where l.${owner} = any (${ids}) order by l.id`,
    instalments: instalmentsIn(`${resource.name}_duplicata`, `${resource.name}_id`),
  }
}

const saleFacts = (head: Row): Fact[] => [
  ['Cliente', text(head.cliente_nome)],
  [
    '',
    joined(
      [
        named('CNPJ/CPF', showTaxId(text(head.cliente_CNPJ_CPF))),
        text(head.cliente_endereco),
        showPhone(text(head.cliente_fone)),
      ],
      ' · ',
    ),
  ],
  ['Data', formatDate(text(head.dhAbertura ?? head.criado_em))],
  ['Entrega', formatDate(text(head.dEntrega ?? head.dhEntrega))],
  ['Vendedor', text(head.vendedor)],
  ['Transportadora', text(head.transportadora)],
]

const SUPPLIER = {
  columns: sql`to_jsonb(s) as fornecedor, ms."xMun" as fornecedor_mun`,
  joins: sql`left join fornecedor s on s.id = d.fornecedor_id left join municipio ms on ms.id = s."cMun"`,
}

/** Who supplies and how to reach them, each line a fact without a label but the first. */
function supplierFacts(head: Row): Fact[] {
  const supplier = rowIn(head.fornecedor)
  const reached = contact(supplier, text(head.fornecedor_mun))
  return [['Fornecedor', text(supplier.xNome)], ...reached.map((line): Fact => ['', line])]
}

/** The decimals that a price has, two at least. */
const decimalsOf = (price: SQL): SQL => sql`greatest(2, min_scale(${price}))`

/** A purchase order as it is sent to the supplier: with the supplier's own codes where they are known, else ours. */
const PURCHASE_ORDER: Kind = {
  resource: pedidoCompra,
  label: 'Pedido de compra',
  cancelled: 'CANCELADO',
  columns: sql`${SUPPLIER.columns}, u.name as comprador`,
  joins: sql`${SUPPLIER.joins} left join "user" u on u.id = d.usuario_id`,
  facts: (head) => [
    ...supplierFacts(head),
    ['Emissão', formatDate(text(head.dEmissao))],
    ['Entrega prevista', formatDate(text(head.dPrevista))],
    ['Comprador', text(head.comprador)],
  ],
  lines: (ids) => sql`
    select l.pedido_compra_id as documento, l.un, l."qTrib", l."vUnTrib" as preco, ${decimalsOf(sql`l."vUnTrib"`)} as casas, l."vSubtotal" as "vTotal",
      coalesce((select min(f.codigo) from mercadoria_fornecedor f where f.mercadoria_id = l.mercadoria_id and f.fornecedor_id = p.fornecedor_id), m.codigo) as codigo,
      l."xProd", nullif(l."vDesc", 0) as desconto, case when l."dPrevista" is distinct from p."dPrevista" then l."dPrevista" end as entrega
    from pedido_compra_mercadoria l join pedido_compra p on p.id = l.pedido_compra_id left join mercadoria m on m.id = l.mercadoria_id
    where l.pedido_compra_id = any (${ids}) order by l.id`,
  instalments: instalmentsIn('pedido_compra_pagamento', 'pedido_compra_id'),
}

/** An entry as it came: the note's own units and prices. */
const ENTRY: Kind = {
  resource: entrada,
  label: 'Entrada',
  cancelled: 'CANCELADA',
  columns: sql`${SUPPLIER.columns}, o.descricao as operacao, a."xArmazenamento" as local`,
  joins: sql`${SUPPLIER.joins} left join tipo_entrada_saida o on o.id = d.tipo_entrada_saida_id left join armazenamento a on a.id = d.armazenamento_id`,
  facts: (head) => [
    ...supplierFacts(head),
    ['Nota fiscal', joined([text(head.nNF), named('série', text(head.serie))], ' · ')],
    ['Chave de acesso', text(head.chNFe).replaceAll(/(\d{4})(?=\d)/g, '$1 ')],
    ['Emissão', formatDate(text(head.dEmissao))],
    ['Operação', text(head.operacao)],
    ['Local de estoque', text(head.local)],
    ['Finalizada em', formatDateTime(text(head.dhFinalizacao))],
  ],
  lines: (ids) => sql`
    select l.entrada_id as documento, m.codigo, coalesce(l."xProd", m."xProd") as "xProd", coalesce(l."uCom", n.un) as un, l."qCom" as "qTrib",
      l."vUnCom" as preco, ${decimalsOf(sql`l."vUnCom"`)} as casas, l."vProd" as "vTotal"
    from entrada_mercadoria l join mercadoria m on m.id = l.mercadoria_id left join unidade n on n.id = m.unidade_id where l.entrada_id = any (${ids}) order by l."nItem", l.id`,
  instalments: instalmentsIn('entrada_duplicata', 'entrada_id'),
}

/** The documents that can be printed. */
export const KINDS: readonly Kind[] = [
  selling(venda, 'Venda', 'CANCELADA'),
  selling(orcamento, 'Orçamento', 'CANCELADO'),
  PURCHASE_ORDER,
  ENTRY,
]
