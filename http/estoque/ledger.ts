import { sql } from 'drizzle-orm'
import { CORRECTION, MOVEMENT } from '../../core/fields/estoque/mercadoria'
import { decimal, type Decimal, ZERO } from '../../core/money/decimal'
import {
  after,
  afterReceipt,
  balance,
  type Balance,
  costAlone,
  issue,
  type Movement,
  receipt,
  reversal,
  UNIT_COST_DECIMALS,
} from '../../core/stock/balance'
import { shortNumber } from '../../core/fields/show'
import { apportion } from '../../core/tax/apportion'
import { tellLowStock } from '../cadastros/empresa/webhook/emit'
import type { Lancamento } from '../documents/lancamento'
import { ledger, type Posting, type Undoing } from '../documents/ledger'
import { type Ctx, rowsOf } from '../platform/context'
import { ApiError } from '../platform/errors'
import { intArray } from '../platform/engine/query'
import { patchRows } from '../platform/engine/write'
import type { Row } from '../platform/resource'
import { mercadoriaArmazenamento, mercadoriaSaldo, movimentoEstoque } from './mercadoria'
import { tellStock } from './tell-stock'
import { assertLocations, locationsOf, openLocations, type Outbound, pick, shelvesOf } from './shelves'

/** Goods that come in: quantities and costs as stored text. Without quantity, a cost that is added to what is there. */
export interface Inbound {
  readonly mercadoria_id: number
  readonly armazenamento_id: number
  readonly item_id: number
  readonly quantity: string
  readonly cost: string
}

interface Moving extends Movement {
  readonly mercadoria_id: number
  readonly armazenamento_id: number
  readonly item_id: number
  readonly estorno: boolean
  /** What a receipt corrects of goods that had left before it: a row of value alone beside the movement's. */
  readonly correction?: Decimal
}

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
   * Takes goods out at average cost. Throws 400 `no_stock`, naming every product that lacks, unless `allowNegative`;
   * then what is missing leaves the preferred location, whose balance becomes negative. Throws 422 as `in` does.
   */
  out:
    (goods: readonly Outbound[], { allowNegative }: Undoing): Posting =>
    async (ctx, entry) => {
      await assertLocations(ctx, entry.empresa_id, goods)
      await stockLedger.post(ctx, entry, productsOf(goods), async (locked) => {
        const { moves, missing } = await issued(ctx, entry, { goods, locked })
        if (!allowNegative) assertNothingMissing(missing)
        return moves.flatMap((one) => rowsFor(entry, one))
      })
    },
}

/** The stock ledger: the balance of a product in its company, locked by product id, is the mutex of all its locations. */
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
  ],
  // Value may stay: goods whose own cost is no longer there leave at the average.
  comesToNothing: ['qTrib'],
  ofDocument: `m.tipo = ${MOVEMENT}`,
  proofs: {
    'saldo da mercadoria: quantidade e valor têm um só sinal, e sem quantidade não há valor': `select count(*) from mercadoria_saldo
      where case sign(q_total) when 0 then "vTotal" <> 0 when 1 then "vTotal" < 0 else "vTotal" > 0 end`,
    'livro estoque: um acerto é só valor, ao lado do movimento que corrige': `select count(*) from movimento_estoque c
      where c.tipo = ${CORRECTION} and (c."qTrib" <> 0 or c."vCusto" = 0)`,
  },
  lock: lockBalances,
  add: async (ctx, rows, locked) => {
    await moveTotals(ctx, rows, locked)
    await moveShelves(ctx, locked.empresa_id, rows)
  },
  tell: tellStock,
  undo: reverse,
})

const productsOf = (goods: readonly { readonly mercadoria_id: number }[]): number[] =>
  goods.map((one) => one.mercadoria_id)

/** The rows of a movement: its own, and that of what it corrects. */
function rowsFor(entry: Lancamento, { quantity, value, correction = ZERO, ...one }: Moving): Row[] {
  const row = (tipo: number, qTrib: Decimal, vCusto: Decimal): Row => ({
    documento: entry.documento,
    documento_id: entry.documento_id,
    mercadoria_id: one.mercadoria_id,
    armazenamento_id: one.armazenamento_id,
    item_id: one.item_id,
    tipo,
    qTrib: qTrib.toFixed(4),
    vCusto: vCusto.toFixed(2),
    estorno: one.estorno,
  })
  return [row(MOVEMENT, quantity, value), ...(correction.isZero() ? [] : [row(CORRECTION, ZERO, correction)])]
}

function received(goods: readonly Inbound[], locked: Locked): Moving[] {
  const balances = balancesOf(locked)
  return goods.map(({ quantity, cost, ...one }) => {
    const now = balances.get(one.mercadoria_id) ?? EMPTY
    const came = decimal(quantity).isZero() ? costAlone(now, cost) : receipt(now, quantity, cost)
    balances.set(one.mercadoria_id, afterReceipt(now, came))
    return { ...one, ...came, estorno: false }
  })
}

interface Issuing {
  readonly goods: readonly Outbound[]
  readonly locked: Locked
}

async function issued(
  ctx: Ctx,
  { empresa_id }: Lancamento,
  { goods, locked }: Issuing,
): Promise<{ moves: Moving[]; missing: Missing[] }> {
  const locations = await locationsOf(ctx, empresa_id)
  const shelves = await shelvesOf(ctx, empresa_id, productsOf(goods))
  const balances = balancesOf(locked)
  const moves: Moving[] = []
  const missing: Missing[] = []
  for (const { label, ...one } of goods) {
    let now = balances.get(one.mercadoria_id) ?? EMPTY
    const parts = pick(one, { shelves, locations })
    missing.push({ label, quantity: parts.missing })
    for (const { armazenamento_id, quantity } of parts.taken) {
      const movement = issue(now, quantity)
      now = after(now, movement)
      const { mercadoria_id, item_id } = one
      moves.push({ mercadoria_id, item_id, armazenamento_id, estorno: false, ...movement })
    }
    balances.set(one.mercadoria_id, now)
  }
  return { moves, missing }
}

/**
 * Undoes what a step moved. What came back lies where it lay; what has to leave again is taken from where it came in, then from
 * the company's other open locations. Throws 400 `no_stock` as `stock.out` does, where goods have left meanwhile.
 */
async function reverse(ctx: Ctx, entry: Lancamento, { allowNegative }: Undoing): Promise<void> {
  const moved = await movedBy(ctx, entry)
  if (moved.length === 0) return
  await stockLedger.post(ctx, entry, productsOf(moved), async (locked) => {
    const { moves, missing } = await returned(ctx, entry, { moved, locked })
    if (!allowNegative) assertNothingMissing(missing)
    return moves.flatMap((one) => rowsFor(entry, one))
  })
}

interface Returning {
  readonly moved: readonly Moved[]
  readonly locked: Locked
}

async function returned(
  ctx: Ctx,
  { empresa_id }: Lancamento,
  { moved, locked }: Returning,
): Promise<{ moves: Moving[]; missing: Missing[] }> {
  const locations = await openLocations(ctx, empresa_id)
  const shelves = await shelvesOf(ctx, empresa_id, productsOf(moved))
  const balances = balancesOf(locked)
  const missing: Missing[] = []
  const moves = moved.flatMap(({ value, label, ...row }): Moving[] => {
    const now = balances.get(row.mercadoria_id) ?? EMPTY
    const undone = reversal(now, { quantity: row.quantity, value })
    balances.set(row.mercadoria_id, afterReceipt(now, undone))
    if (undone.quantity.sign() >= 0) return [{ ...row, ...undone, estorno: true }]
    const parts = pick(row, { shelves, locations })
    missing.push({ label, quantity: parts.missing })
    const values = apportion(
      ZERO.minus(undone.value),
      parts.taken.map((part) => part.quantity),
    )
    return parts.taken.map(({ armazenamento_id, quantity }, at) => ({
      ...row,
      armazenamento_id,
      quantity: ZERO.minus(quantity),
      value: ZERO.minus(values[at] ?? ZERO),
      estorno: true,
    }))
  })
  return { moves, missing }
}

/** What an item of a document has moved at a location, net: quantity and value as stored text. */
interface Moved extends Omit<Inbound, 'cost'> {
  readonly value: string
  readonly label: string
}

/** What a step has moved and not undone, by product, location and item; what it moved last comes first, as it is undone. */
async function movedBy(ctx: Ctx, entry: Lancamento): Promise<Moved[]> {
  const rows = await rowsOf(
    ctx,
    sql`select m.mercadoria_id, m.armazenamento_id, m.item_id, p."xProd", sum(m."qTrib")::text as quantity, sum(m."vCusto")::text as value
        from movimento_estoque m join mercadoria p on p.id = m.mercadoria_id
        where m.lancamento_id = ${entry.id}
        group by 1, 2, 3, 4 having sum(m."qTrib") <> 0 or sum(m."vCusto") <> 0 order by max(m.id) desc`,
  )
  return rows.map((row) => ({
    mercadoria_id: Number(row.mercadoria_id),
    armazenamento_id: Number(row.armazenamento_id),
    item_id: Number(row.item_id),
    quantity: String(row.quantity),
    value: String(row.value),
    label: String(row.xProd),
  }))
}

interface Missing {
  readonly label: string
  readonly quantity: Decimal
}

function assertNothingMissing(all: readonly Missing[]): void {
  const missing = all.filter((one) => one.quantity.cmp(ZERO) > 0)
  if (missing.length === 0) return
  const told = missing.slice(0, 20).map((one) => `${one.label} (faltam ${shortNumber(one.quantity, 4)})`)
  throw new ApiError(400, 'no_stock', `Estoque insuficiente: ${told.join('; ')}.`)
}

const EMPTY = balance({ quantity: 0, value: 0, averageCost: 0 })

/** The company's balances of some products, held until the transaction ends. */
interface Locked {
  readonly empresa_id: number
  readonly balances: ReadonlyMap<number, Held>
}

interface Held {
  readonly id: number
  readonly before: string
  readonly now: Balance
}

const balancesOf = ({ balances }: Locked): Map<number, Balance> =>
  new Map([...balances].map(([id, { now }]) => [id, now]))

/** Locks the company's balances of some products, always in the same order, making those that do not exist yet. */
async function lockBalances(ctx: Ctx, { empresa_id }: Lancamento, ids: readonly number[]): Promise<Locked> {
  const wanted = intArray([...new Set(ids)].sort((a, b) => a - b))
  await ctx.db.execute(sql`
    insert into mercadoria_saldo (empresa_id, mercadoria_id) select ${empresa_id}, id from unnest(${wanted}::int[]) id
    on conflict (empresa_id, mercadoria_id) do nothing`)
  const rows = await rowsOf(
    ctx,
    sql`select s.id, s.mercadoria_id, s.q_total, s."vTotal", s."vCustoMedio", m.custo
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
        { id: Number(row.id), before: String(row.q_total), now: read(row) },
      ]),
    ),
  }
}

async function moveTotals(ctx: Ctx, rows: readonly Row[], locked: Locked): Promise<void> {
  const now = balancesOf(locked)
  for (const row of rows) {
    const id = Number(row.mercadoria_id)
    const movement = { quantity: decimal(String(row.qTrib)), value: decimal(String(row.vCusto)) }
    now.set(id, after(now.get(id) ?? EMPTY, movement))
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

async function moveShelves(ctx: Ctx, empresa_id: number, moved: readonly Row[]): Promise<void> {
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
