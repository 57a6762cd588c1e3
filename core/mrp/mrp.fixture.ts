import type { PlanInput, PlanItem } from './plan-input'
import { random } from './random'

/** A small company of every kind of item, lot, calendar and demand, the same for the same seed. */
export function company(seed: number): PlanInput {
  const next = random(seed)
  const pick = picker(next)
  const whole = (top: number) => Math.floor(next() * top)
  const days = 1 + whole(60)
  const start = '2026-12-01'
  const dateAt = (day: number) => new Date(Date.UTC(2026, 11, 1 + day)).toISOString().slice(0, 10)
  const count = 1 + whole(10)
  const items = Array.from({ length: count }, (_, at) => randomItem(at, next, dateAt))
  const bom = Array.from({ length: count * 2 }, () => {
    const parent = whole(count)
    return {
      parent: `I${parent}`,
      child: `I${parent + 1 + whole(3)}`,
      qty: pick([1, 2, 0.25, 0.1, 3], 1),
      scrap: pick([0, 0.1, 0.05], 0),
      scrapRule: pick(['divide', 'multiply'] as const, 'divide'),
      offset: pick([0, 0, 2], 0),
    }
  }).filter(({ child }) => Number(child.slice(1)) < count)
  const entry = () => ({
    item: `I${whole(count)}`,
    date: dateAt(whole(days + 8) - 4),
    quantity: pick([1, 5, 0.1, 0.2, 33, 12.5], 1),
  })
  return {
    start,
    days,
    calendar: { workdays: [1, 2, 3, 4, 5], holidays: ['2026-12-25', '2027-01-01'] },
    items,
    bom,
    demands: Array.from({ length: whole(40) }, (_, at) => ({ id: `V${at}`, ...entry() })),
    orders: Array.from({ length: whole(6) }, (_, at) => ({ id: `O${at}`, ...entry(), explode: next() < 0.5 })),
  }
}

function picker(next: () => number) {
  return <T>(values: readonly T[], none: T): T => values[Math.floor(next() * values.length)] ?? none
}

function randomItem(at: number, next: () => number, dateAt: (day: number) => string): PlanItem {
  const pick = picker(next)

  const decimals = pick([undefined, 0, 2, 3], undefined)
  const grid = decimals === undefined ? 1 : 10 ** -decimals
  return {
    code: `I${at}`,
    onHand: pick([0, 0, 15, 120, -5, 7.25], 0),
    leadTime: pick([0, 1, 2, 5, 14], 0),
    leadTimeIn: pick(['calendar', 'working'], 'calendar'),
    safetyStock: pick(
      [
        0,
        0,
        10,
        [
          { from: dateAt(-3), quantity: 4 },
          { from: dateAt(10), quantity: 20 },
          { from: dateAt(20), quantity: 0 },
        ],
      ],
      0,
    ),
    lot: pick(
      [
        undefined,
        { type: 'L4L' },
        { type: 'FOQ', qty: 30 },
        { type: 'MULT', qty: 12 * grid },
        { type: 'MIN', qty: 25 },
        { type: 'MINMULT', min: 20, mult: 7 },
        { type: 'MAX', max: 40 },
        { type: 'L4L', min: 10, max: 30 },
        { type: 'POQ', periods: 5 },
        { type: 'POQ', periods: 3, mult: 6 },
        { type: 'WW', setupCost: 50, holdingCost: 0.3 },
        { type: 'SM', setupCost: 50, holdingCost: 0.3 },
        { type: 'LUC', setupCost: 50, holdingCost: 0.3 },
        { type: 'PPB', setupCost: 50, holdingCost: 0.3, min: 15 },
      ],
      undefined,
    ),
    yield: pick([1, 1, 0.9, 0.35], 1),
    decimals,
    source: pick([undefined, undefined, 'buy'], undefined),
    phantom: next() < 0.1,
  }
}

/** The same values in another order. */
export function shuffled<T>(values: readonly T[] | undefined, seed: number): T[] {
  const next = random(seed)
  return (values ?? [])
    .map((value) => ({ value, key: next() }))
    .sort((a, b) => a.key - b.key)
    .map(({ value }) => value)
}
