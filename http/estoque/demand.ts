import { sql } from 'drizzle-orm'

/** What of the rows `m` of the stock's ledger tells what people ask for. */

/** Goods that customers sent back. */
export const CAME_BACK = sql`(m.documento = 'entrada' and exists (select from entrada e where e.id = m.documento_id and e.cliente_id is not null))`

/** Goods that a count did not find: they are gone, nobody asked for them. */
export const NOT_FOUND = sql`(m.documento = 'saida' and exists (select from saida s where s.id = m.documento_id and s.ajuste))`

/** Goods that were sold, used up or sent out, less those that customers sent back. */
export const DEMAND = sql`((m.documento in ('venda', 'consumo', 'saida') and not ${NOT_FOUND}) or ${CAME_BACK})`
