import { sql } from 'drizzle-orm'
import { estoqueReservaFields } from '../../core/fields/estoque/reserva'
import { shortNumber } from '../../core/fields/show'
import { decimal, type Decimal, sum, ZERO } from '../../core/money/decimal'
import type { Lancamento } from '../documents/lancamento'
import { ledger, type Posting } from '../documents/ledger'
import { type Ctx, rowsOf } from '../platform/context'
import { intArray } from '../platform/engine/query'
import { badRequest } from '../platform/errors'
import { resource, type Row } from '../platform/resource'
import type { Effect, Trial } from '../platform/trial'
import { assertReservedLies, lockBalances, type Locked, moveReserved, OVER_RESERVED } from './balances'
import { stock } from './ledger'
import { mercadoriaArmazenamentoLote } from './lotes'
import { mercadoriaArmazenamento, mercadoriaSaldo } from './mercadoria'
import { assertNothingMissing, type Leaving, picked, productsOf } from './moves'
import { assertLocations, type Outbound } from './shelves'

/**
 * What documents hold of goods before they leave: rows by item, location and lot, added and never changed, under the lock of the product. Nobody else may
 * take what is reserved.
 */
export const estoqueReserva = resource({
  name: 'estoque_reserva',
  paths: ['estoque/estoque_reserva'],
  title: 'Reserva de estoque',
  right: 'mercadoria',
  readOnly: true,
  company: 'own',
  fields: estoqueReservaFields,
  search: ['mercadoria_id.xProd'],
  display: ['q'],
  indexes: [['documento', 'documento_id']],
})

/** What is held of an item, and where it is to be held instead. */
interface Held extends Pick<Leaving, 'mercadoria_id' | 'item_id' | 'quantity'> {
  readonly from: Pick<Leaving, 'armazenamento_id' | 'lote_id'>
  readonly to: Pick<Leaving, 'armazenamento_id' | 'lote_id'>
}

/** What a step does to reservations. */
export const reservations = {
  /** Holds goods where they lie, of the lots that expire first. Throws 400 `no_stock` and `no_lot` as `stock.out` does, 422 for a location that may not be moved in. */
  reserve:
    (goods: readonly Outbound[]): Posting =>
    async (ctx, entry) => {
      await assertLocations(ctx, entry.empresa_id, goods)
      await reservationLedger.post(ctx, entry, productsOf(goods), async () => {
        const { leaving, missing } = await picked(ctx, entry, goods)
        assertNothingMissing(missing)
        return leaving.map((one) => rowOf(entry, one))
      })
      await assertReservedLies(ctx, entry.empresa_id, productsOf(goods))
    },

  /** Holds goods in another place or of another lot than before. Throws 400 `reserved` where they are not free there, 422 for a location that may not be moved in. */
  move:
    (goods: readonly Held[]): Posting =>
    async (ctx, entry) => {
      await assertLocations(
        ctx,
        entry.empresa_id,
        goods.map(({ to }) => to),
      )
      await reservationLedger.post(ctx, entry, productsOf(goods), () =>
        goods.flatMap(({ from, to, mercadoria_id, item_id, quantity }) => {
          const one = { mercadoria_id, item_id, quantity }
          return [rowOf(entry, opposite({ ...one, ...from })), rowOf(entry, { ...one, ...to })]
        }),
      )
      await assertReservedLies(ctx, entry.empresa_id, productsOf(goods))
    },

  /** Lets go of what a document holds in these places. */
  release:
    (goods: readonly Leaving[]): Posting =>
    async (ctx, entry) => {
      await letGo(ctx, entry, goods)
    },

  /**
   * Takes out a part of what the document has reserved of its items, from where it is held; answers what of each they had not reserved. Throws
   * 400 `lot_blocked` as `issue` does.
   */
  issuePart:
    (wanted: ReadonlyMap<number, Decimal>): Posting<ReadonlyMap<number, Decimal>> =>
    async (ctx, entry) => {
      const rest = new Map(wanted)
      const held = upTo(await heldFor(ctx, entry), rest)
      await assertNotBlocked(ctx, held, [])
      await letGo(ctx, entry, held)
      if (held.length > 0) await stock.outOf(held)(ctx, entry)
      return rest
    },

  /** Lets go of all that the document still holds of some items. */
  releaseItems:
    (items: readonly number[]): Posting =>
    async (ctx, entry) => {
      const held = await heldFor(ctx, entry)
      await letGo(
        ctx,
        entry,
        held.filter((one) => items.includes(one.item_id)),
      )
    },

  /** Lets go of so much of what the document still holds of an item, what it held first first. */
  releaseOf:
    (item: number, quantity: Decimal): Posting =>
    async (ctx, entry) => {
      const own = (await heldFor(ctx, entry)).filter(({ item_id }) => item_id === item)
      await letGo(ctx, entry, upTo(own, new Map([[item, quantity]])))
    },

  /**
   * Takes out what the document has reserved, from where it is held. Throws 400 `lot_blocked` where a lot was blocked meanwhile, unless it is one of those
   * that leave all the same.
   */
  issue:
    ({ blocked }: { readonly blocked: readonly number[] }): Posting =>
    async (ctx, entry) => {
      const held = await heldFor(ctx, entry)
      await assertNotBlocked(ctx, held, blocked)
      await letGo(ctx, entry, held)
      await stock.outOf(held)(ctx, entry)
    },
}

/** The ledger of reservations. */
export const reservationLedger = ledger<readonly number[], Locked, void>({
  name: 'reservas',
  rows: estoqueReserva,
  balances: [
    {
      rule: 'reservado da mercadoria = soma das reservas',
      table: mercadoriaSaldo,
      of: { empresa_id: 'empresa_id', mercadoria_id: 'mercadoria_id' },
      sums: { q_reservado: 'q' },
    },
    {
      rule: 'reservado no local = soma das reservas',
      table: mercadoriaArmazenamento,
      of: { mercadoria_id: 'mercadoria_id', armazenamento_id: 'armazenamento_id' },
      sums: { qReservado: 'q' },
    },
    {
      rule: 'reservado do lote no local = soma das reservas',
      table: mercadoriaArmazenamentoLote,
      of: { mercadoria_id: 'mercadoria_id', armazenamento_id: 'armazenamento_id', lote_id: 'lote_id' },
      sums: { qReservado: 'q' },
    },
  ],
  comesToNothing: ['q'],
  proofs: {
    'reserva: não passa do que há no local': `select count(*) ${OVER_RESERVED.place}`,
    'reserva: não passa do que há do lote no local': `select count(*) ${OVER_RESERVED.lot}`,
    'reserva: não passa do que há sem lote no local': `select count(*) ${OVER_RESERVED.loose}`,
    'reserva: nenhum item segura menos que nada': `select count(*) from (select from estoque_reserva
      group by documento, documento_id, item_id, armazenamento_id, lote_id having sum(q) < 0) r`,
  },
  lock: lockBalances,
  add: (ctx, rows, { empresa_id }) => moveReserved(ctx, empresa_id, rows),
  tell: tellReserved,
  undo: async (ctx, entry) => {
    const held = await heldBy(ctx, sql`r.lancamento_id = ${entry.id}`)
    if (held.length > 0) await letGo(ctx, entry, held)
  },
})

/** The rule that a document holds nothing any more once one of these dates is set: SQL that counts those that do. */
export const holdsNothing = (name: string, dates: readonly string[]): string =>
  `select count(*) from ${name} d where (${dates.map((date) => `d."${date}" is not null`).join(' or ')})
    and exists (select 1 from estoque_reserva r where r.documento = '${name}' and r.documento_id = d.id group by r.item_id having sum(r.q) <> 0)`

const rowOf = ({ documento, documento_id }: Lancamento, { quantity, ...one }: Leaving): Row => ({
  ...one,
  documento,
  documento_id,
  q: quantity.toFixed(4),
})

const opposite = (one: Leaving): Leaving => ({ ...one, quantity: ZERO.minus(one.quantity) })

/** Rows that undo what is held. */
const letGo = (ctx: Ctx, entry: Lancamento, held: readonly Leaving[]) =>
  reservationLedger.post(ctx, entry, productsOf(held), () => held.map((one) => rowOf(entry, opposite(one))))

/** So much of what is held as is wanted of each item; what is then still wanted of it stays in `rest`. */
const upTo = (held: readonly Leaving[], rest: Map<number, Decimal>): Leaving[] =>
  held.flatMap((one) => {
    const open = rest.get(one.item_id) ?? ZERO
    const quantity = one.quantity.lt(open) ? one.quantity : open
    rest.set(one.item_id, open.minus(quantity))
    return quantity.isZero() ? [] : [{ ...one, quantity }]
  })

/** What the document of a step holds now. */
const heldFor = (ctx: Ctx, { documento, documento_id }: Lancamento) =>
  heldBy(ctx, sql`r.documento = ${documento} and r.documento_id = ${documento_id}`)

/** What rows of reservations come to, by item, location and lot. */
async function heldBy(ctx: Ctx, which: ReturnType<typeof sql>): Promise<Leaving[]> {
  const rows = await rowsOf(
    ctx,
    sql`select r.mercadoria_id, r.item_id, r.armazenamento_id, r.lote_id, sum(r.q)::text as q from estoque_reserva r where ${which}
        group by 1, 2, 3, 4 having sum(r.q) <> 0 order by min(r.id)`,
  )
  return rows.map((row) => ({
    mercadoria_id: Number(row.mercadoria_id),
    item_id: Number(row.item_id),
    armazenamento_id: Number(row.armazenamento_id),
    lote_id: row.lote_id === null ? null : Number(row.lote_id),
    quantity: decimal(String(row.q)),
  }))
}

async function assertNotBlocked(ctx: Ctx, held: readonly Leaving[], but: readonly number[]): Promise<void> {
  const lots = held.flatMap(({ lote_id }) => (lote_id === null || but.includes(lote_id) ? [] : [lote_id]))
  if (lots.length === 0) return
  const [row] = await rowsOf(
    ctx,
    sql`select l."nLote", m."xProd" from mercadoria_lote l join mercadoria m on m.id = l.mercadoria_id
        where l.bloqueado and l.id = any (${intArray([...new Set(lots)])}::int[]) order by l.id limit 1`,
  )
  if (row)
    throw badRequest(
      `O lote ${String(row.nLote)} de ${String(row.xProd)} foi bloqueado depois da reserva.`,
      'lot_blocked',
    )
}

/** What is held of each product, or let go. */
async function tellReserved(ctx: Ctx, posted: Trial['posted']): Promise<Effect[]> {
  const told: Effect[] = []
  for (const [empresa_id, own] of Map.groupBy(posted, (one) => one.empresa_id)) {
    const rows = Map.groupBy(
      own.flatMap((one) => one.rows),
      (row) => Number(row.mercadoria_id),
    )
    const products = await rowsOf(
      ctx,
      sql`select m.id, m."xProd", u.un from mercadoria m left join unidade u on u.id = m.unidade_id
          where m.id = any (${intArray([...rows.keys()])}::int[]) order by m."xProd", m.id`,
    )
    for (const product of products) {
      const quantity = sum((rows.get(Number(product.id)) ?? []).map((row) => decimal(String(row.q))))
      if (!quantity.isZero()) told.push(sentence(product, quantity, empresa_id))
    }
  }
  return told
}

function sentence(product: Row, quantity: Decimal, empresa_id: number): Effect {
  const un = product.un === null ? '' : ` ${String(product.un)}`
  const name = String(product.xProd)
  return {
    frase: `${quantity.sign() > 0 ? 'Reserva' : 'Deixa de reservar'} ${shortNumber(quantity.abs(), 4)}${un} de ${name}.`,
    empresa_id,
    mercadoria_id: Number(product.id),
    xProd: name,
    quantidade: Number(quantity.toFixed(4)),
  }
}
