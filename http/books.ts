import type { Sql } from 'postgres'
import { proofs, type Rules } from './documents/proofs'
import { totalRules } from './documents/totals'
import { PICKING_RULES } from './expedicao/separacao/proofs'
import { MANIFEST_RULES } from './nfe/mdfe/proofs'
// Ledgers and documents say by what they are proved: all of them have to be known.
// oxlint-disable-next-line import/no-unassigned-import
import './resources'

/** A way in which the books do not add up, and how many rows show it. */
export interface BookFault {
  readonly rule: string
  readonly rows: number
}

/** Every invariant of documents, ledgers and balances, by its words: SQL that counts the rows that break it. */
export const bookRules = (): Rules => ({ ...proofs(), ...totalRules(), ...PICKING_RULES, ...MANIFEST_RULES })

/** Checks every invariant of stock and money. Read as the database's owner: row-level security would hide rows. An empty list is good news. */
export async function bookFaults(sql: Pick<Sql, 'unsafe'>): Promise<readonly BookFault[]> {
  const faults: BookFault[] = []
  for (const [rule, query] of Object.entries(bookRules())) {
    const [row] = await sql.unsafe(query)
    const rows = Number(Object.values(row ?? {})[0])
    if (rows > 0) faults.push({ rule, rows })
  }
  return faults
}
