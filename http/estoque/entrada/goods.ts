import { LOTS_NEEDED } from '../../../core/fields/estoque/lote'
import { decimal, type Decimal, sum, ZERO } from '../../../core/money/decimal'
import { apportion } from '../../../core/tax/apportion'
import type { Ctx } from '../../platform/context'
import { badRequest } from '../../platform/errors'
import { patchRows } from '../../platform/engine/write'
import type { RecordOf } from '../../platform/resource'
import { lotsOf } from '../lotes'
import type { Inbound } from '../moves'
import { loadProducts } from '../product-lines'
import { type ShelfRead, shelvesRead } from '../recebimento/shelves-read'
import { defaultLocation } from '../shelves'
import type { entrada, entradaMercadoria } from './entrada'
import { entradaMercadoriaRastreio, trackedOf } from './rastreio'

type Item = RecordOf<typeof entradaMercadoria>
type Tracked = RecordOf<typeof entradaMercadoriaRastreio>

/**
 * What the items of an entry bring into stock: by lot and location where they are told, at shares of the item's cost; the rest of an item without a lot.
 * The lots are made. What brings neither goods nor a cost, such as a complement of taxes that come back, moves nothing. Throws 400 `no_lot` for goods
 * whose lot is needed.
 */
export async function goodsOf(ctx: Ctx, record: RecordOf<typeof entrada>, all: readonly Item[]): Promise<Inbound[]> {
  const items = all.filter((item) => Number(item.qTrib) !== 0 || Number(item.vTotal) !== 0)
  const tracked = await madeLots(ctx, items)
  await assertLotsTold(ctx, items, tracked)
  const usual = record.armazenamento_id ?? (await defaultLocation(ctx, record.empresa_id))
  const read = await shelvesRead(ctx, record.id)
  return items.flatMap((item) =>
    partsOf(item, tracked.get(item.id) ?? [], {
      usual: item.armazenamento_id ?? usual,
      read: read.filter(({ item_id }) => item_id === item.id),
    }),
  )
}

/** The lots of items with their numbers, made where they are new. */
async function madeLots(ctx: Ctx, items: readonly Item[]): Promise<ReadonlyMap<number, readonly Tracked[]>> {
  const tracked = await trackedOf(
    ctx,
    items.map((item) => item.id),
  )
  const brought = items.flatMap(({ id, mercadoria_id }) =>
    (tracked.get(id) ?? []).map((row) => ({ ...row, mercadoria_id })),
  )
  if (brought.length === 0) return tracked
  const lots = await lotsOf(ctx, brought)
  const made = await patchRows(
    ctx,
    entradaMercadoriaRastreio,
    brought.map(({ id }, at) => ({ id, lote_id: lots[at] ?? null })),
  )
  return Map.groupBy(made, (row) => row.entrada_mercadoria_id)
}

interface Places {
  readonly usual: number
  /** Where goods without a lot were put as they were read. */
  readonly read: readonly ShelfRead[]
}

/** What has no lot goes where it was read, and the rest of it to the usual place. */
function looseParts(rest: Decimal, { usual, read }: Places) {
  let left = rest
  const parts = read.map(({ armazenamento_id, quantity }) => {
    const taken = left.lt(quantity) ? left : decimal(quantity)
    left = left.minus(taken)
    return { armazenamento_id, lote_id: null, quantity: taken.toFixed(4) }
  })
  return [...parts, { armazenamento_id: usual, lote_id: null, quantity: left.toFixed(4) }].filter(
    ({ quantity }, at) => decimal(quantity).sign() !== 0 || (at === parts.length && rest.isZero()),
  )
}

function partsOf(item: Item, tracked: readonly Tracked[], places: Places): Inbound[] {
  const { id: item_id, mercadoria_id } = item
  const rest = decimal(item.qTrib).minus(sum(tracked.map((row) => row.qTrib)))
  const parts = [
    ...tracked.map((row) => ({
      armazenamento_id: row.armazenamento_id ?? places.usual,
      lote_id: row.lote_id,
      quantity: row.qTrib,
    })),
    ...(rest.isZero() && tracked.length > 0 ? [] : looseParts(rest, places)),
  ]
  const costs = apportion(
    item.vTotal,
    parts.map((part) => part.quantity),
  )
  return parts.map((part, at) => ({ mercadoria_id, item_id, ...part, cost: (costs[at] ?? ZERO).toFixed(2) }))
}

/** Goods whose lot is needed come in by lot, all of them (document 2, section 9). Throws 400 `no_lot`, naming them. */
async function assertLotsTold(
  ctx: Ctx,
  items: readonly Item[],
  tracked: ReadonlyMap<number, readonly Tracked[]>,
): Promise<void> {
  const products = await loadProducts(
    ctx,
    items.map((item) => item.mercadoria_id),
  )
  const untold = items.filter(({ id, mercadoria_id, qTrib }) => {
    if (products.get(mercadoria_id)?.controla_lote !== LOTS_NEEDED) return false
    return sum((tracked.get(id) ?? []).map((row) => row.qTrib)).cmp(qTrib) < 0
  })
  if (untold.length === 0) return
  const names = untold
    .slice(0, 20)
    .map((item) => item.xProd ?? String(products.get(item.mercadoria_id)?.xProd ?? item.id))
  throw badRequest(`Lote/Validade não informados: ${names.join('; ')}.`, 'no_lot')
}
