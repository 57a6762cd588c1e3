import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../../platform/context'
import { badRequest } from '../../platform/errors'
import type { Entry } from './lines'

/** Goods of an item without a lot, and where they were put as they were read. */
export interface ShelfRead {
  readonly item_id: number
  readonly armazenamento_id: number
  readonly quantity: string
}

/** Where the goods without a lot of an entry were put, item by item. */
export async function shelvesRead(ctx: Ctx, entrada_id: number): Promise<ShelfRead[]> {
  const rows = await rowsOf(
    ctx,
    sql`select l.entrada_mercadoria_id, l.armazenamento_id, sum(l."qTrib")::text as q from entrada_leitura l join entrada_mercadoria i on i.id = l.entrada_mercadoria_id
        where i.entrada_id = ${entrada_id} and l."nLote" is null and l.armazenamento_id is not null
        group by 1, 2 having sum(l."qTrib") > 0 order by 1, 2`,
  )
  return rows.map((row) => ({
    item_id: Number(row.entrada_mercadoria_id),
    armazenamento_id: Number(row.armazenamento_id),
    quantity: String(row.q),
  }))
}

/** What is being read is compared with the invoice before it goes into stock. Throws 400 `receiving_open`. */
export async function assertReceived(ctx: Ctx, { id, dhRecebimento }: Entry): Promise<void> {
  if (dhRecebimento !== null) return
  const [read] = await rowsOf(
    ctx,
    sql`select 1 from entrada_leitura l join entrada_mercadoria i on i.id = l.entrada_mercadoria_id where i.entrada_id = ${id} having sum(l."qTrib") <> 0`,
  )
  if (read) throw badRequest('Termine o recebimento desta entrada antes de finalizar.', 'receiving_open')
}
