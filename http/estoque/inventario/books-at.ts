import { type SQL, sql } from 'drizzle-orm'

/** What the books say of an item `i` of a count, as SQL. */

/** Now: of its lot in its place, or of what lies there without one. */
export const BOOKS_NOW: SQL = sql`case when i.lote_id is null then
    coalesce((select a."qDisp" from mercadoria_armazenamento a where a.mercadoria_id = i.mercadoria_id and a.armazenamento_id = i.armazenamento_id), 0)
    - coalesce((select sum(l."qDisp") from mercadoria_armazenamento_lote l where l.mercadoria_id = i.mercadoria_id and l.armazenamento_id = i.armazenamento_id), 0)
  else coalesce((select l."qDisp" from mercadoria_armazenamento_lote l
    where l.mercadoria_id = i.mercadoria_id and l.armazenamento_id = i.armazenamento_id and l.lote_id = i.lote_id), 0) end`

/** Rows of the ledger of its place and lot. */
const MOVED: SQL = sql`movimento_estoque m where m.mercadoria_id = i.mercadoria_id and m.armazenamento_id = i.armazenamento_id
  and m.lote_id is not distinct from i.lote_id`

/** At a moment that is over: what they say now, without what moved since, to the second. */
export const booksAt = (moment: SQL): SQL =>
  sql`(${BOOKS_NOW}) - coalesce((select sum(m."qTrib") from ${MOVED} and m.criado_em > ${moment}), 0)`

/** Whether goods moved between two moments. */
export const movedBetween = (from: SQL, until: SQL): SQL =>
  sql`exists (select from ${MOVED} and m.criado_em between ${from} and ${until})`
