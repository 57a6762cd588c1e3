import type { Sql } from 'postgres'
import { proofs, type Rules } from './documents/proofs'
// Ledgers and documents say by what they are proved: all of them have to be known.
// oxlint-disable-next-line import/no-unassigned-import
import './resources'

/** A way in which the books do not add up, and how many rows show it. */
export interface BookFault {
  readonly rule: string
  readonly rows: number
}

const TOTALS: Rules = {
  'total do documento = soma dos itens': `
    select (select count(*) from venda d where d."vTotal" <> d."vFrete" + coalesce((select sum("vTotal") from venda_mercadoria i where i.venda_id = d.id), 0))
         + (select count(*) from orcamento d where d."vTotal" <> d."vFrete" + coalesce((select sum("vTotal") from orcamento_mercadoria i where i.orcamento_id = d.id), 0))
         + (select count(*) from entrada d where d."vTotal" <> coalesce((select sum("vTotal") from entrada_mercadoria i where i.entrada_id = d.id), 0))`,
}

/** Every invariant of documents, ledgers and balances, by its words: SQL that counts the rows that break it. */
export const bookRules = (): Rules => ({ ...proofs(), ...TOTALS })

/** Checks every invariant of stock and money. Read as the database's owner: row-level security would hide rows. An empty list is good news. */
export async function bookFaults(sql: Sql): Promise<readonly BookFault[]> {
  const faults: BookFault[] = []
  for (const [rule, query] of Object.entries(bookRules())) {
    const [row] = await sql.unsafe(query)
    const rows = Number(Object.values(row ?? {})[0])
    if (rows > 0) faults.push({ rule, rows })
  }
  return faults
}
