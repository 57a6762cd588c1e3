import { sql } from 'drizzle-orm'
import { MOVEMENT } from '../../../core/fields/estoque/mercadoria'
import { decimal, type Decimal, sum, ZERO } from '../../../core/money/decimal'
import { givenBack } from '../../../core/production/cost'
import { apportion } from '../../../core/tax/apportion'
import type { Did } from '../../documents/effect'
import { stock } from '../../estoque/ledger'
import type { Inbound } from '../../estoque/moves'
import { reservations } from '../../estoque/reservations'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'
import type { Amount, Planned } from './ask'

/** What a part draws leaves stock, of what the order reserved first; what it gives back comes in, at the value that it left with. */
export async function moveSupplies(
  ctx: Ctx,
  did: Did,
  parts: readonly Planned[],
  { allowNegative }: { readonly allowNegative: boolean },
): Promise<void> {
  const drawn = parts.flatMap((one) => one.drawn)
  const rest = await did.post(reservations.issuePart(new Map(drawn.map(({ input, quantity }) => [input.id, quantity]))))
  const loose = drawn.filter(({ input }) => !(rest.get(input.id) ?? ZERO).isZero())
  if (loose.length > 0)
    await did.post(
      stock.out(
        loose.map(({ input }) => ({
          mercadoria_id: input.mercadoria_id,
          armazenamento_id: null,
          item_id: input.id,
          quantity: (rest.get(input.id) ?? ZERO).toFixed(4),
          label: input.xProd,
        })),
        { allowNegative },
      ),
    )
  const back = await comingBack(
    ctx,
    did.entry.documento_id,
    parts.flatMap((one) => one.back),
  )
  if (back.length > 0) await did.post(stock.in(back))
}

/** Where what comes back lay before: the last that left first, of its lots, each at its share of what it is worth. */
async function comingBack(ctx: Ctx, order: number, back: readonly Amount[]): Promise<Inbound[]> {
  const moving = back.filter(({ quantity }) => !quantity.isZero())
  if (moving.length === 0) return []
  const rows = await rowsOf(
    ctx,
    sql`select m.item_id, m.armazenamento_id, m.lote_id, (-sum(m."qTrib"))::text as q from movimento_estoque m
        join lancamento n on n.id = m.lancamento_id and n."dhDesfeito" is null
        where m.documento = 'ordem_producao' and m.documento_id = ${order} and m.item_id = any (${intArray(moving.map(({ input }) => input.id))}::int[])
        group by 1, 2, 3 having sum(m."qTrib") < 0 order by max(m.id) desc`,
  )
  return moving.flatMap(({ input, quantity }) => {
    const value = givenBack({ quantity: input.done, value: input.value }, quantity)
    let open = quantity
    const places = rows.flatMap((row) => {
      if (Number(row.item_id) !== input.id || open.isZero()) return []
      const taken = open.gt(String(row.q)) ? decimal(String(row.q)) : open
      open = open.minus(taken)
      return [{ row, taken }]
    })
    const costs = apportion(
      value,
      places.map(({ taken }) => taken),
    )
    return places.map(({ row, taken }, at): Inbound => ({
      mercadoria_id: input.mercadoria_id,
      item_id: input.id,
      armazenamento_id: Number(row.armazenamento_id),
      lote_id: row.lote_id === null ? null : Number(row.lote_id),
      quantity: taken.toFixed(4),
      cost: (costs[at] ?? ZERO).toFixed(2),
    }))
  })
}

/** What a step moved of each insumo, net, in the ledger's own words: below zero what left. */
export async function valuesMoved(ctx: Ctx, lancamento_id: number): Promise<ReadonlyMap<number, Decimal>> {
  const rows = await rowsOf(
    ctx,
    sql`select item_id, sum("vCusto")::text as v from movimento_estoque where lancamento_id = ${lancamento_id} and tipo = ${MOVEMENT} group by 1`,
  )
  return new Map(rows.map((row) => [Number(row.item_id), decimal(String(row.v))]))
}

/** What amounts come to by these values. */
export const worthOf = (amounts: readonly Amount[], values: ReadonlyMap<number, Decimal>): Decimal =>
  sum(amounts.map(({ input }) => values.get(input.id) ?? ZERO))
