import { type SQL, sql } from 'drizzle-orm'
import type { Row } from '../platform/resource'
import type { Fact } from '../../core/quotes/revision'
import { contact, rowIn, text } from './document'

/** The instalments of documents, from the list `table` whose field `owner` names them. */
export const instalmentsIn =
  (table: string, owner: string) =>
  (ids: SQL): SQL =>
    sql`
  select d.${sql.identifier(owner)} as documento, d.n, d."dVencimento", d."vDup", p.descricao
  from ${sql.identifier(table)} d left join pagamento p on p.id = d.pagamento_id
  where d.${sql.identifier(owner)} = any (${ids}) order by d."dVencimento", d.id`

/** What a document bought from a supplier reads of them. */
export const SUPPLIER = {
  columns: sql`to_jsonb(s) as fornecedor, ms."xMun" as fornecedor_mun`,
  joins: sql`left join fornecedor s on s.id = d.fornecedor_id left join municipio ms on ms.id = s."cMun"`,
}

/** Who supplies and how to reach them, each line a fact without a label but the first. */
export function supplierFacts(head: Row): Fact[] {
  const supplier = rowIn(head.fornecedor)
  const reached = contact(supplier, text(head.fornecedor_mun))
  return [['Fornecedor', text(supplier.xNome)], ...reached.map((line): Fact => ['', line])]
}

/** The decimals that a price has, two at least. */
export const decimalsOf = (price: SQL): SQL => sql`greatest(2, min_scale(${price}))`
