import { sql } from 'drizzle-orm'
import { PLACEMENT } from '../../core/fields/estoque/mercadoria'
import { decimal } from '../../core/money/decimal'
import { after, balance, type Balance, UNIT_COST_DECIMALS } from '../../core/stock/balance'
import { tellLowStock } from '../cadastros/empresa/webhook/emit'
import type { Lancamento } from '../documents/lancamento'
import { type Ctx, rowsOf } from '../platform/context'
import { ApiError } from '../platform/errors'
import { intArray } from '../platform/engine/query'
import { patchRows } from '../platform/engine/write'
import { resourceNamed, type Row } from '../platform/resource'
import { mercadoriaSaldo } from './mercadoria'

/** The sums that are kept beside the stock ledger: what a company has of a product, what lies in a location, what of it is of a lot, and what of all that is reserved. */

/** The company's balances of some products, held until the transaction ends. */
export interface Locked {
  readonly empresa_id: number
  readonly balances: ReadonlyMap<number, Held>
}

interface Held {
  readonly id: number
  readonly before: string
  readonly now: Balance
  /** Something of it is reserved. */
  readonly reserved: boolean
}

/** The products of which something is reserved. */
export const reservedOf = ({ balances }: Locked): number[] =>
  [...balances].flatMap(([id, { reserved }]) => (reserved ? [id] : []))

export const balancesOf = ({ balances }: Locked): Map<number, Balance> =>
  new Map([...balances].map(([id, { now }]) => [id, now]))

const NOTHING = balance({ quantity: 0, value: 0, averageCost: 0 })

/** Closing the inventory of a company waits for all who move its stock, and they for it. */
export const STOCK_LOCK = 7_301

/** Locks the company's balances of some products, always in the same order, making those that do not exist yet. */
export async function lockBalances(
  ctx: Ctx,
  { empresa_id }: Pick<Lancamento, 'empresa_id'>,
  ids: readonly number[],
): Promise<Locked> {
  const wanted = intArray([...new Set(ids)].sort((a, b) => a - b))
  await ctx.db.execute(sql`
    insert into mercadoria_saldo (empresa_id, mercadoria_id)
    select ${empresa_id}, id from (select pg_advisory_xact_lock_shared(${STOCK_LOCK}, ${empresa_id})) l, unnest(${wanted}::int[]) id
    on conflict (empresa_id, mercadoria_id) do nothing`)
  const rows = await rowsOf(
    ctx,
    sql`select s.id, s.mercadoria_id, s.q_total, s.q_reservado <> 0 as reserved, s."vTotal", s."vCustoMedio", m.custo
        from mercadoria_saldo s join mercadoria m on m.id = s.mercadoria_id
        where s.empresa_id = ${empresa_id} and s.mercadoria_id = any (${wanted}::int[]) order by s.mercadoria_id for update of s`,
  )
  const read = (row: Row) =>
    balance({
      quantity: String(row.q_total),
      value: String(row.vTotal),
      averageCost: String(row.vCustoMedio),
      cost: String(row.custo),
    })
  return {
    empresa_id,
    balances: new Map(
      rows.map((row) => [
        Number(row.mercadoria_id),
        { id: Number(row.id), before: String(row.q_total), now: read(row), reserved: row.reserved === true },
      ]),
    ),
  }
}

/** Moves what companies have of products. What is only put elsewhere changes neither quantity nor value. */
export async function moveTotals(ctx: Ctx, added: readonly Row[], locked: Locked): Promise<void> {
  const rows = added.filter((row) => row.tipo !== PLACEMENT)
  const now = balancesOf(locked)
  for (const row of rows) {
    const id = Number(row.mercadoria_id)
    const movement = { quantity: decimal(String(row.qTrib)), value: decimal(String(row.vCusto)) }
    now.set(id, after(now.get(id) ?? NOTHING, movement))
  }
  const moved = new Set(rows.map((row) => Number(row.mercadoria_id)))
  const changed = [...locked.balances].flatMap(([mercadoria_id, { id, before }]) => {
    const balanceNow = now.get(mercadoria_id)
    return balanceNow && moved.has(mercadoria_id) ? [{ mercadoria_id, id, before, balanceNow }] : []
  })
  await patchRows(
    ctx,
    mercadoriaSaldo,
    changed.map(({ id, balanceNow }) => ({
      id,
      q_total: balanceNow.quantity.toFixed(4),
      vTotal: balanceNow.value.toFixed(2),
      vCustoMedio: balanceNow.averageCost.toFixed(UNIT_COST_DECIMALS),
    })),
  )
  await tellLowStock(
    ctx,
    locked.empresa_id,
    changed.map(({ mercadoria_id, before, balanceNow }) => ({
      mercadoria_id,
      before,
      after: balanceNow.quantity.toFixed(4),
    })),
  )
}

/** Moves what lies in locations. */
export async function moveShelves(ctx: Ctx, empresa_id: number, moved: readonly Row[]): Promise<void> {
  if (moved.length === 0) return
  const rows = moved.map(({ mercadoria_id, armazenamento_id, qTrib }) => ({
    empresa_id,
    mercadoria_id,
    armazenamento_id,
    qDisp: qTrib,
  }))
  await ctx.db.execute(sql`
    insert into mercadoria_armazenamento (empresa_id, mercadoria_id, armazenamento_id, "qDisp")
    select empresa_id, mercadoria_id, armazenamento_id, sum("qDisp")
    from jsonb_populate_recordset(null::mercadoria_armazenamento, ${JSON.stringify(rows)}::jsonb) group by 1, 2, 3 order by 2, 3
    on conflict (mercadoria_id, armazenamento_id) do update set "qDisp" = mercadoria_armazenamento."qDisp" + excluded."qDisp"`)
}

/** Moves what of a lot lies in locations. */
export async function moveLots(ctx: Ctx, empresa_id: number, moved: readonly Row[]): Promise<void> {
  const rows = moved.flatMap(({ mercadoria_id, armazenamento_id, lote_id, qTrib }) =>
    lote_id === null ? [] : [{ empresa_id, mercadoria_id, armazenamento_id, lote_id, qDisp: qTrib }],
  )
  if (rows.length === 0) return
  await ctx.db.execute(sql`
    insert into mercadoria_armazenamento_lote (empresa_id, mercadoria_id, armazenamento_id, lote_id, "qDisp")
    select empresa_id, mercadoria_id, armazenamento_id, lote_id, sum("qDisp")
    from jsonb_populate_recordset(null::mercadoria_armazenamento_lote, ${JSON.stringify(rows)}::jsonb) group by 1, 2, 3, 4 order by 2, 3, 4
    on conflict (mercadoria_id, armazenamento_id, lote_id) do update set "qDisp" = mercadoria_armazenamento_lote."qDisp" + excluded."qDisp"`)
}

/** What documents have reserved, as it changes: of a product, in a location, and of a lot there. The rows say `q`. */
export async function moveReserved(ctx: Ctx, empresa_id: number, moved: readonly Row[]): Promise<void> {
  if (moved.length === 0) return
  const rows = sql`jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as r (mercadoria_id int, armazenamento_id int, lote_id int, q numeric)`
  await ctx.db.execute(sql`
    update mercadoria_saldo s set q_reservado = s.q_reservado + r.q
    from (select mercadoria_id, sum(q) as q from ${rows} group by 1) r where s.empresa_id = ${empresa_id} and s.mercadoria_id = r.mercadoria_id`)
  await ctx.db.execute(sql`
    update mercadoria_armazenamento a set "qReservado" = a."qReservado" + r.q
    from (select mercadoria_id, armazenamento_id, sum(q) as q from ${rows} group by 1, 2) r
    where a.mercadoria_id = r.mercadoria_id and a.armazenamento_id = r.armazenamento_id`)
  await ctx.db.execute(sql`
    update mercadoria_armazenamento_lote l set "qReservado" = l."qReservado" + r.q
    from (select mercadoria_id, armazenamento_id, lote_id, sum(q) as q from ${rows} where lote_id is not null group by 1, 2, 3) r
    where l.mercadoria_id = r.mercadoria_id and l.armazenamento_id = r.armazenamento_id and l.lote_id = r.lote_id`)
}

/** What is reserved lies where it is reserved, of the lot or without one, whatever else moves. Throws 400 `reserved`, naming the goods and who holds them. */
export async function assertReservedLies(ctx: Ctx, empresa_id: number, products: readonly number[]): Promise<void> {
  if (products.length === 0) return
  const over = Object.values(OVER_RESERVED).map(
    (rows) => sql`exists (select 1 ${sql.raw(rows)} and a.mercadoria_id = m.id and a.empresa_id = ${empresa_id})`,
  )
  const rows = await rowsOf(
    ctx,
    sql`select m."xProd", (select array_agg(d.documento || ' ' || d.documento_id order by d.documento_id) from (
            select r.documento, r.documento_id from estoque_reserva r where r.mercadoria_id = m.id and r.empresa_id = ${empresa_id}
            group by 1, 2 having sum(r.q) > 0 order by 2 limit 3) d) as holders
        from mercadoria m where m.id = any (${intArray(products)}::int[]) and (${sql.join(over, sql` or `)}) order by m.id limit 20`,
  )
  if (rows.length === 0) return
  const names = rows.map(({ xProd, holders }) => `${String(xProd)}${holdersIn(holders)}`).join('; ')
  throw new ApiError(400, 'reserved', `Estoque reservado para outros documentos: ${names}.`)
}

/** The documents that hold goods, as people call them: ` (Saída nº 5)`. */
function holdersIn(holders: unknown): string {
  const told = (Array.isArray(holders) ? holders : []).map((one) => {
    const [documento = '', id = ''] = String(one).split(' ')
    return `${resourceNamed(documento).title} nº ${id}`
  })
  return told.length === 0 ? '' : ` (${told.join(', ')})`
}

/** More is reserved than lies in a location, of a lot there, or there without a lot: SQL from where, over the row `a`. */
export const OVER_RESERVED = {
  place: `from mercadoria_armazenamento a where a."qReservado" > greatest(a."qDisp", 0)`,
  lot: `from mercadoria_armazenamento_lote a where a."qReservado" > greatest(a."qDisp", 0)`,
  loose: `from mercadoria_armazenamento a cross join lateral (select coalesce(sum(l."qDisp"), 0) as q, coalesce(sum(l."qReservado"), 0) as r
    from mercadoria_armazenamento_lote l where l.mercadoria_id = a.mercadoria_id and l.armazenamento_id = a.armazenamento_id) l
    where a."qReservado" - l.r > greatest(a."qDisp" - l.q, 0)`,
} as const
