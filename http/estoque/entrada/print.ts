import { sql } from 'drizzle-orm'
import { formatDate, formatDateTime } from '../../../core/br/date-text'
import { joined, type Kind, named, text } from '../../relatorios/document'
import { decimalsOf, instalmentsIn, SUPPLIER, supplierFacts } from '../../relatorios/parts'
import { entrada } from './entrada'

/** An entry as it came: the note's own units and prices. */
export const entryOnPaper: Kind = {
  resource: entrada,
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
      l."vUnCom" as preco, ${decimalsOf(sql`l."vUnCom"`)} as casas, l."vProd" as "vTotal", n.decimal as casas_q
    from entrada_mercadoria l join mercadoria m on m.id = l.mercadoria_id left join unidade n on n.id = m.unidade_id where l.entrada_id = any (${ids}) order by l."nItem", l.id`,
  instalments: instalmentsIn('entrada_duplicata', 'entrada_id'),
}
