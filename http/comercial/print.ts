import { type SQL, sql } from 'drizzle-orm'
import { formatDate } from '../../core/br/date-text'
import { showCep, showPhone } from '../../core/br/fields'
import { showTaxId } from '../../core/br/tax-id'
import type { Resource, Row } from '../platform/resource'
import type { Fact } from '../../core/quotes/revision'
import { joined, type Kind, named, text } from '../relatorios/document'
import { instalmentsIn } from '../relatorios/parts'
import { OWING, PIX_BY_METHOD } from './venda/owed'

/** A quote or a sale on paper. */
export function selling(resource: Resource): Kind {
  const owner = sql.identifier(`${resource.name}_id`)
  return {
    resource,
    columns: sql`coalesce(d."cliente_xNome", c."xNome") as cliente_nome, c.fone as cliente_fone, v."xNome" as vendedor, t."xNome" as transportadora`,
    joins: sql`left join cliente c on c.id = d.cliente_id left join vendedor v on v.id = d.vendedor_id
      left join transportadora t on t.id = d.transportadora_id`,
    facts: saleFacts,
    lines: (ids) => sql`
      select l.${owner} as documento, l."xProd", (select string_agg(k."xGrupo" || ': ' || k."xCaracteristica", '; ' order by k.id)
          from ${sql.identifier(`${resource.name}_mercadoria_crt`)} k where k.${sql.identifier(`${resource.name}_mercadoria_id`)} = l.id) as caracteristicas, l.un, l."qTrib", l."vUnLiquido" as preco, l.decimal_preco as casas, l."vTotal", m.codigo, (select u.decimal from unidade u where u.id = m.unidade_id) as casas_q
      from ${sql.identifier(`${resource.name}_mercadoria`)} l left join mercadoria m on m.id = l.mercadoria_id
      where l.${owner} = any (${ids}) order by l.id`,
    instalments:
      resource.name === 'venda' ? instalmentsOwed : instalmentsIn(`${resource.name}_duplicata`, `${resource.name}_id`),
  }
}

/** A sale's instalments, with the Pix codes of those that are paid so and not paid yet. */
const instalmentsOwed = (ids: SQL): SQL =>
  sql`select d.venda_id as documento, d.n, d."dVencimento", d."vDup", p.descricao, ${PIX_BY_METHOD} from venda_duplicata d ${OWING}
      where d.venda_id = any (${ids}) order by d."dVencimento", d.id`

/** An address as it was written down with the document: its postcode stands at the end, in digits. */
const addressText = (written: string): string => written.replace(/\b\d{8}$/, showCep)

/** Who a document is for, as it was written down with it: `cliente_nome`, and how to reach them. */
export const customerFacts = (head: Row): Fact[] => [
  ['Cliente', text(head.cliente_nome)],
  [
    '',
    joined(
      [
        named('CNPJ/CPF', showTaxId(text(head.cliente_CNPJ_CPF))),
        addressText(text(head.cliente_endereco)),
        showPhone(text(head.cliente_fone)),
      ],
      ' · ',
    ),
  ],
]

const saleFacts = (head: Row): Fact[] => [
  ...customerFacts(head),
  ['Data', formatDate(text(head.dhAbertura ?? head.criado_em))],
  ['Contato', text(head.xContato)],
  ['Válido até', formatDate(text(head.dValidade))],
  ['Entrega', formatDate(text(head.dEntrega ?? head.dhEntrega))],
  ['Vendedor', text(head.vendedor)],
  ['Transportadora', text(head.transportadora)],
]
