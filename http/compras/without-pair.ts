import { type SQL, sql } from 'drizzle-orm'

/** Conditions of lists: what came with a supplier's invoice and what is owed for it, where the other is not here. Each sees its row as `t`. */

/** A payable's number that is the number of an invoice, and which instalment: `4711/2`. */
const INVOICE_NUMBER = '^[0-9]{1,9}(/[0-9]+)?$'
const numberOf = (title: SQL): SQL =>
  sql`case when ${title}.numero ~ ${INVOICE_NUMBER} then split_part(${title}.numero, '/', 1)::int end`

/** Days after its issue in which an invoice may wait for its entry. */
export const WAITS_DAYS = 5

/** An entry by a supplier's invoice of which there is no XML here: neither by its key nor by supplier and number. */
export const entryWithoutXml = (): SQL =>
  sql`(t.fornecedor_id is not null and t.nfe_compra_id is null and not t.ajuste and t."geraNFe" = 0 and t."dhCancelamento" is null
    and (t."nNF" is not null or coalesce(t."chNFe", '') <> '')
    and not exists (select 1 from nfe_compra n where n.empresa_id = t.empresa_id and n.chave = t."chNFe" and not n.resumo)
    and not exists (select 1 from nfe_compra n where n.empresa_id = t.empresa_id and n.fornecedor_id = t.fornecedor_id and n."nNF" = t."nNF"
      and (t.serie is null or n.serie = t.serie) and not n.resumo))`

/** A payable that was written by hand under an invoice's number, to a supplier that issues invoices, of which there is neither XML nor entry. What comes again each month is none. */
export const payableWithoutXml = (): SQL =>
  sql`(t.documento is null and t."dhCancelamento" is null and t."tpRecorrencia" = 0 and t."vDup" > 0 and t.numero ~ ${INVOICE_NUMBER}
    and exists (select 1 from fornecedor f where f.id = t.fornecedor_id and length(f."CNPJ_CPF") = 14)
    and not exists (select 1 from nfe_compra n where n.empresa_id = t.empresa_id and n.fornecedor_id = t.fornecedor_id and n."nNF" = ${numberOf(sql`t`)} and not n.resumo)
    and not exists (select 1 from entrada e where e.empresa_id = t.empresa_id and e.fornecedor_id = t.fornecedor_id and e."nNF" = ${numberOf(sql`t`)} and e."dhCancelamento" is null))`

/** An invoice whose XML is here, issued before a moment, with no entry and no payable: of its own, or by supplier and number. */
export const invoiceWithoutPayable = (before: SQL): SQL =>
  sql`(t.status = 0 and not t.resumo and not t.cancelada_emitente and t."dhEmi" < ${before}
    and not exists (select 1 from entrada e where e.empresa_id = t.empresa_id and e.fornecedor_id = t.fornecedor_id and e."nNF" = t."nNF" and e."dhCancelamento" is null)
    and not exists (select 1 from contas_pagar c where c.empresa_id = t.empresa_id and c.fornecedor_id = t.fornecedor_id and c."dhCancelamento" is null and t."nNF" = ${numberOf(sql`c`)}))`
