import { type Amount, decimal, type Decimal, sum, ZERO } from '../money/decimal'

/** Goods in one place: of one lot, or of none that is known. */
export interface Spot {
  readonly place: number
  readonly lot: Lot | null
  /** What may be taken; what others have taken away meanwhile is subtracted here. */
  free: Decimal
}

/** A lot of a product. */
export interface Lot {
  readonly id: number
  /** Last day on which it is good, `YYYY-MM-DD`; null where it does not expire. */
  readonly dVal: string | null
  readonly blocked: boolean
}

/** What is to leave, and what of it may. */
export interface Wanted {
  readonly quantity: Amount
  /** Emptied before the others. */
  readonly place: number
  /** This lot alone, whatever its expiry. */
  readonly lot?: number | undefined
  /** These lots before all others, whatever their state: goods that go back to whom they came from. */
  readonly first?: readonly number[] | undefined
  /** Last day on which a lot has to be good, `YYYY-MM-DD`. */
  readonly goodUntil: string
  /** Nothing leaves of which the lot is not known. */
  readonly lotNeeded: boolean
}

/** What is taken from where; what no place has; and of that, what is there but may not leave. */
export interface Picked {
  readonly taken: readonly { readonly place: number; readonly lot: number | null; readonly quantity: Decimal }[]
  readonly missing: Decimal
  /** In lots that are blocked, or not good until the day that is asked. */
  readonly held: Decimal
  /** Of unknown lots. */
  readonly loose: Decimal
}

/** Takes a quantity from spots in their order, and leaves them with what remains. */
export function takeFrom(spots: readonly Spot[], quantity: Amount): Pick<Picked, 'taken' | 'missing'> {
  let missing = decimal(quantity)
  const taken: { place: number; lot: number | null; quantity: Decimal }[] = []
  for (const spot of spots) {
    const part = spot.free.cmp(missing) < 0 ? spot.free : missing
    if (part.cmp(ZERO) <= 0) continue
    taken.push({ place: spot.place, lot: spot.lot?.id ?? null, quantity: part })
    spot.free = spot.free.minus(part)
    missing = missing.minus(part)
  }
  return { taken, missing }
}

/**
 * First expired, first out: the lots of the place that is asked before those of others, by expiry (none last), the older lot before the younger; then
 * goods of no known lot, unless a lot is needed. `spots` are in the order of their places, and are left with what remains.
 */
export function pickLots(spots: readonly Spot[], wanted: Wanted): Picked {
  const own = spots.filter(({ lot }) => lot !== null && wanted.first?.includes(lot.id))
  const back = takeFrom(own.toSorted(earlier(wanted.place)), wanted.quantity)
  const others = spots.filter((one) => !own.includes(one))
  const stays = others.filter((one) => !mayLeave(one, wanted) && one.free.cmp(ZERO) > 0)
  const amountOf = (some: readonly Spot[]) => sum(some.map((one) => one.free))
  const { taken, missing } = takeFrom(
    others.filter((one) => mayLeave(one, wanted)).toSorted(earlier(wanted.place)),
    back.missing,
  )
  return {
    taken: [...back.taken, ...taken],
    missing,
    held: amountOf(stays.filter((one) => one.lot !== null)),
    loose: amountOf(stays.filter((one) => one.lot === null)),
  }
}

/** May goods of a spot leave? A lot that is asked for by itself leaves unless it is blocked. */
function mayLeave({ lot }: Spot, wanted: Wanted): boolean {
  if (wanted.lot !== undefined) return lot?.id === wanted.lot && !lot.blocked
  if (lot === null) return !wanted.lotNeeded
  return !lot.blocked && (lot.dVal === null || lot.dVal >= wanted.goodUntil)
}

const NEVER = '9999-12-31'

/** The order in which goods leave: those of lots before others, those of a place before others, by expiry, the older lot before the younger. */
export const earlier =
  (place: number) =>
  (a: Spot, b: Spot): number =>
    Number(a.lot === null) - Number(b.lot === null) ||
    Number(a.place !== place) - Number(b.place !== place) ||
    (a.lot?.dVal ?? NEVER).localeCompare(b.lot?.dVal ?? NEVER) ||
    (a.lot?.id ?? 0) - (b.lot?.id ?? 0)
