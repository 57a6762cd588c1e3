import { CORRECTION, MOVEMENT, PLACEMENT } from '../../core/fields/estoque/mercadoria'
import type { Lancamento } from '../documents/lancamento'
import { ledger, type Posting, type Undoing } from '../documents/ledger'
import type { Ctx } from '../platform/context'
import {
  assertReservedLies,
  lockBalances,
  type Locked,
  moveLots,
  moveShelves,
  moveTotals,
  reservedOf,
} from './balances'
import { assertNotCounted } from './inventario/locks'
import { mercadoriaArmazenamentoLote } from './lotes'
import { mercadoriaArmazenamento, mercadoriaSaldo, movimentoEstoque } from './mercadoria'
import {
  assertNothingMissing,
  type Inbound,
  issued,
  type Leaving,
  picked,
  placed,
  type Placement,
  productsOf,
  received,
  rowsFor,
} from './moves'
import { assertLocations, type Outbound } from './shelves'
import { tellStock } from './tell-stock'
import { movedBy, returned } from './undo-stock'

/** What a step does to stock. */
export const stock = {
  /** Adds goods at their cost. Goods that had left before them are corrected to it. Throws 422 for a location that is not the company's, or is blocked. */
  in:
    (goods: readonly Inbound[]): Posting =>
    async (ctx, entry) => {
      await assertLocations(ctx, entry.empresa_id, goods)
      await stockLedger.post(ctx, entry, productsOf(goods), (locked) =>
        received(goods, locked).flatMap((one) => rowsFor(entry, one)),
      )
    },

  /**
   * Takes goods out at average cost, of the lots that expire first. Throws 400 `no_stock`, naming every product that lacks, unless `allowNegative`;
   * then what is missing leaves the preferred location, whose balance becomes negative. Throws 400 `no_lot` for goods that only leave by lot and are
   * there without, `reserved` where what is missing would be taken of what others have reserved, and 422 as `in` does.
   */
  out:
    (goods: readonly Outbound[], { allowNegative }: Undoing): Posting =>
    async (ctx, entry) => {
      await assertLocations(ctx, entry.empresa_id, goods)
      await stockLedger.post(ctx, entry, productsOf(goods), async (locked) => {
        const { leaving, missing } = await picked(ctx, entry, goods)
        if (!allowNegative) assertNothingMissing(missing)
        return issued(leaving, locked).flatMap((one) => rowsFor(entry, one))
      })
    },

  /** Takes goods out of exactly these locations and lots, at average cost. Throws 422 as `in` does. */
  outOf:
    (goods: readonly Leaving[]): Posting =>
    async (ctx, entry) => {
      await assertLocations(ctx, entry.empresa_id, goods)
      await stockLedger.post(ctx, entry, productsOf(goods), (locked) =>
        issued(goods, locked).flatMap((one) => rowsFor(entry, one)),
      )
    },

  /** Puts goods into another location or lot: neither quantity nor value of the company changes. Throws 400 `no_stock` and 422 as `in` does. */
  place:
    (goods: readonly Placement[]): Posting =>
    async (ctx, entry) => {
      await assertLocations(
        ctx,
        entry.empresa_id,
        goods.flatMap(({ from, to }) => [from, to]),
      )
      await stockLedger.post(ctx, entry, productsOf(goods), async () => {
        const { moves, missing } = await placed(ctx, entry, goods)
        assertNothingMissing(missing)
        return moves.flatMap((one) => rowsFor(entry, one))
      })
    },
}

/** The stock ledger: the balance of a product in its company, locked by product id, is the mutex of all its locations and lots. */
export const stockLedger = ledger<readonly number[], Locked, void>({
  name: 'estoque',
  rows: movimentoEstoque,
  balances: [
    {
      rule: 'saldo da mercadoria = soma do livro de estoque',
      table: mercadoriaSaldo,
      of: { empresa_id: 'empresa_id', mercadoria_id: 'mercadoria_id' },
      sums: { q_total: 'qTrib', vTotal: 'vCusto' },
    },
    {
      rule: 'estoque do local = soma do livro de estoque',
      table: mercadoriaArmazenamento,
      of: { mercadoria_id: 'mercadoria_id', armazenamento_id: 'armazenamento_id' },
      sums: { qDisp: 'qTrib' },
    },
    {
      rule: 'estoque do lote no local = soma do livro de estoque',
      table: mercadoriaArmazenamentoLote,
      of: { mercadoria_id: 'mercadoria_id', armazenamento_id: 'armazenamento_id', lote_id: 'lote_id' },
      sums: { qDisp: 'qTrib' },
    },
  ],
  // Value may stay: goods whose own cost is no longer there leave at the average.
  comesToNothing: ['qTrib'],
  ofDocument: `m.tipo = ${MOVEMENT}`,
  proofs: {
    'saldo da mercadoria: quantidade e valor têm um só sinal, e sem quantidade não há valor': `select count(*) from mercadoria_saldo
      where case sign(q_total) when 0 then "vTotal" <> 0 when 1 then "vTotal" < 0 else "vTotal" > 0 end`,
    'livro estoque: um acerto é só valor, ao lado do movimento que corrige': `select count(*) from movimento_estoque c
      where c.tipo = ${CORRECTION} and (c."qTrib" <> 0 or c."vCusto" = 0)`,
    'livro estoque: uma mudança de lugar soma zero, e não vale nada': `select count(*) from (select from movimento_estoque m where m.tipo = ${PLACEMENT}
      group by m.lancamento_id, m.mercadoria_id, m.item_id having sum(m."qTrib") <> 0 or bool_or(m."vCusto" <> 0)) m`,
    'estoque do lote no local: um lote não fica abaixo de zero': `select count(*) from mercadoria_armazenamento_lote where "qDisp" < 0`,
    'livro estoque: um lote é da mercadoria que se move': `select count(*) from movimento_estoque m join mercadoria_lote l on l.id = m.lote_id
      where l.mercadoria_id <> m.mercadoria_id`,
  },
  lock: lockBalances,
  add: async (ctx, rows, locked) => {
    await assertNotCounted(ctx, locked.empresa_id, rows)
    await moveTotals(ctx, rows, locked)
    await moveShelves(ctx, locked.empresa_id, rows)
    await moveLots(ctx, locked.empresa_id, rows)
    await assertReservedLies(ctx, locked.empresa_id, reservedOf(locked))
  },
  tell: tellStock,
  undo: reverse,
})

/** Undoes what a step moved. Throws 400 `no_stock` as `stock.out` does, where goods have left meanwhile. */
async function reverse(ctx: Ctx, entry: Lancamento, { allowNegative }: Undoing): Promise<void> {
  const moved = await movedBy(ctx, entry)
  if (moved.length === 0) return
  await stockLedger.post(ctx, entry, productsOf(moved), async (locked) => {
    const { moves, missing } = await returned(ctx, entry, { moved, locked })
    if (!allowNegative) assertNothingMissing(missing)
    return moves.flatMap((one) => rowsFor(entry, one))
  })
}
