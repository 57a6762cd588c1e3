import { CORRECTION, MOVEMENT, PLACEMENT } from '../../core/fields/estoque/mercadoria'
import { shortNumber } from '../../core/fields/show'
import { decimal, type Decimal, ZERO } from '../../core/money/decimal'
import { after, afterReceipt, balance, type Balance, costAlone, issue, receipt } from '../../core/stock/balance'
import type { Picked } from '../../core/stock/fefo'
import type { Lancamento } from '../documents/lancamento'
import type { Ctx } from '../platform/context'
import { ApiError } from '../platform/errors'
import type { Row } from '../platform/resource'
import { balancesOf, type Locked } from './balances'
import { locationsOf, type Outbound, pick, pickIn, shelvesOf } from './shelves'

/** What documents do to stock, as rows of its ledger. */

/** Goods that come in: quantities and costs as stored text. Without quantity, a cost that is added to what is there. */
export interface Inbound {
  readonly mercadoria_id: number
  readonly armazenamento_id: number
  readonly item_id: number
  readonly quantity: string
  readonly cost: string
  readonly lote_id?: number | null
  /** How many goods a cost without quantity is of: as far as they have left, it is a cost of those that left. */
  readonly of?: string
}

/** Goods that are put elsewhere. Of no lot that is told, those that expire first go; they stay of their lot unless another is told. */
export interface Placement {
  readonly mercadoria_id: number
  readonly item_id: number
  readonly quantity: string
  readonly label: string
  readonly from: { readonly armazenamento_id: number; readonly lote_id?: number | null }
  readonly to: { readonly armazenamento_id: number; readonly lote_id?: number | null }
}

/** A row to be. A receipt may correct goods that had left before it: a row of value alone beside its own. */
export interface Moving {
  readonly mercadoria_id: number
  readonly armazenamento_id: number
  readonly lote_id: number | null
  readonly item_id: number
  readonly quantity: Decimal
  readonly value: Decimal
  readonly estorno: boolean
  readonly placement?: boolean
  readonly correction?: Decimal
}

export const EMPTY: Balance = balance({ quantity: 0, value: 0, averageCost: 0 })

export const productsOf = (goods: readonly { readonly mercadoria_id: number }[]): number[] =>
  goods.map((one) => one.mercadoria_id)

/** The rows of a movement: its own, and that of what it corrects. */
export function rowsFor(entry: Lancamento, { quantity, value, correction = ZERO, placement, ...one }: Moving): Row[] {
  const row = (tipo: number, qTrib: Decimal, vCusto: Decimal): Row => ({
    documento: entry.documento,
    documento_id: entry.documento_id,
    mercadoria_id: one.mercadoria_id,
    armazenamento_id: one.armazenamento_id,
    lote_id: one.lote_id,
    item_id: one.item_id,
    tipo,
    qTrib: qTrib.toFixed(4),
    vCusto: vCusto.toFixed(2),
    estorno: one.estorno,
  })
  return [
    row(placement === true ? PLACEMENT : MOVEMENT, quantity, value),
    ...(correction.isZero() ? [] : [row(CORRECTION, ZERO, correction)]),
  ]
}

export function received(goods: readonly Inbound[], locked: Locked): Moving[] {
  const balances = balancesOf(locked)
  return goods.map(({ quantity, cost, lote_id = null, of, ...one }) => {
    const now = balances.get(one.mercadoria_id) ?? EMPTY
    const came = decimal(quantity).isZero() ? costAlone(now, cost, of) : receipt(now, quantity, cost)
    balances.set(one.mercadoria_id, afterReceipt(now, came))
    return { ...one, ...came, lote_id, estorno: false }
  })
}

/** Goods that leave one location, of one lot or of none. */
export interface Leaving {
  readonly mercadoria_id: number
  readonly item_id: number
  readonly armazenamento_id: number
  readonly lote_id: number | null
  readonly quantity: Decimal
}

/** From where goods leave, of which lots; and what is missing. */
export async function picked(
  ctx: Ctx,
  { empresa_id }: Lancamento,
  goods: readonly Outbound[],
): Promise<{ leaving: Leaving[]; missing: Missing[] }> {
  const locations = await locationsOf(ctx, empresa_id)
  const shelves = await shelvesOf(ctx, empresa_id, productsOf(goods))
  const missing: Missing[] = []
  const leaving = goods.flatMap(({ label, ...wanted }): Leaving[] => {
    const { mercadoria_id, item_id } = wanted
    const parts = pick(wanted, { shelves, locations })
    missing.push({ label, ...parts })
    return parts.taken.map(({ place, lot, quantity }) => ({
      mercadoria_id,
      item_id,
      armazenamento_id: place,
      lote_id: lot,
      quantity,
    }))
  })
  return { leaving, missing }
}

/** Goods that leave, each at its share of what all are worth. */
export function issued(leaving: readonly Leaving[], locked: Locked): Moving[] {
  const balances = balancesOf(locked)
  return leaving.map(({ quantity, ...one }) => {
    const now = balances.get(one.mercadoria_id) ?? EMPTY
    const movement = issue(now, quantity)
    balances.set(one.mercadoria_id, after(now, movement))
    return { ...one, estorno: false, ...movement }
  })
}

/** What is put elsewhere: pairs of rows, worth nothing. */
export async function placed(
  ctx: Ctx,
  { empresa_id }: Lancamento,
  moves: readonly Placement[],
): Promise<{ moves: Moving[]; missing: Missing[] }> {
  const shelves = await shelvesOf(ctx, empresa_id, productsOf(moves))
  const missing: Missing[] = []
  const rows = moves.flatMap(({ mercadoria_id, item_id, quantity, label, from, to }): Moving[] => {
    const parts = pickIn(shelves, { mercadoria_id, quantity, ...from })
    missing.push({ label, ...parts })
    const row = (armazenamento_id: number, lote_id: number | null, amount: Decimal): Moving => ({
      mercadoria_id,
      item_id,
      armazenamento_id,
      lote_id,
      quantity: amount,
      value: ZERO,
      placement: true,
      estorno: false,
    })
    return parts.taken.flatMap((part) => [
      row(part.place, part.lot, ZERO.minus(part.quantity)),
      row(to.armazenamento_id, to.lote_id === undefined ? part.lot : to.lote_id, part.quantity),
    ])
  })
  return { moves: rows, missing }
}

/** What goods lack to be moved, and what of them is there but may not leave. */
export type Missing = Pick<Picked, 'missing'> &
  Partial<Pick<Picked, 'held' | 'loose'>> & { readonly label: string; readonly reserved?: Decimal }

const TOLD = 20

/** Throws 400 `no_stock` by the names of the goods that lack, and `no_lot` where they are there but of no known lot (document 2, section 9). */
export function assertNothingMissing(all: readonly Missing[]): void {
  const missing = all.filter((one) => one.missing.cmp(ZERO) > 0)
  if (missing.length === 0) return
  const loose = missing.filter((one) => (one.loose ?? ZERO).cmp(one.missing) >= 0)
  if (loose.length === missing.length)
    throw new ApiError(400, 'no_lot', `Lote/Validade não informados: ${namesOf(loose)}.`)
  throw new ApiError(400, 'no_stock', `Estoque insuficiente: ${namesOf(missing)}.`)
}

function namesOf(missing: readonly Missing[]): string {
  return missing
    .slice(0, TOLD)
    .map(({ label, missing: lacks, held = ZERO, loose = ZERO, reserved = ZERO }) =>
      [
        `${label} (faltam ${shortNumber(lacks, 4)}`,
        ...(held.isZero() ? [] : [`${shortNumber(held, 4)} em lotes vencidos ou bloqueados`]),
        ...(loose.isZero() ? [] : [`${shortNumber(loose, 4)} sem lote`]),
        ...(reserved.isZero() ? [] : [`${shortNumber(reserved, 4)} em reserva`]),
      ].join(', '),
    )
    .map((one) => `${one})`)
    .join('; ')
}
