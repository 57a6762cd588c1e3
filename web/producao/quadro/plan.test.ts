import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays, dayNumber } from '../../../core/br/civil-date'
import { type Board, type BoardOrder as Order, centresOf, horizonFrom } from '../../../core/production/board'
import { movedTo, shifted, View } from './plan'

const TODAY = '2026-11-30'
const hours = [0, 480, 480, 480, 480, 480, 0]
const told: Board = {
  hoje: TODAY,
  mais: false,
  feriados: [],
  ordens: [],
  centros: [1, 2].map((id) => ({ id, descricao: `Centro ${id}`, qSimultaneos: id, semana: hours })),
}
const frame = { centres: centresOf(told), horizon: horizonFrom(TODAY, 14, told.feriados), today: dayNumber(TODAY) }

const day = fc.option(fc.integer({ min: -5, max: 20 }).map((at) => addDays(TODAY, at)))
const order = (id: number) =>
  fc
    .record({
      ini: day,
      long: fc.nat(3),
      etapas: fc.array(fc.tuple(fc.integer({ min: 1, max: 2 }), fc.nat(600)), { maxLength: 3 }),
    })
    .map(({ ini, long, etapas }): Order => ({
      id,
      versao: 1,
      iniciada: false,
      ini,
      fim: ini === null ? null : addDays(ini, long),
      venda_id: null,
      planejamento_id: null,
      entrega: null,
      cliente: null,
      nome: 'Mesa',
      etapas,
    }))
const orders = fc.tuple(...Array.from({ length: 8 }, (_, id) => order(id + 1)))

const plain = ({ cells, load }: ReturnType<View['of']>) => ({
  cells: [...cells].filter(([, all]) => all.length > 0).toSorted(([a], [b]) => a.localeCompare(b)),
  load: [...load].map(([id, row]) => [id, [...row]]),
})

it('shows after moves what it would show of the orders as they then are', () => {
  const moves = fc.array(fc.tuple(fc.nat(7), fc.integer({ min: -3, max: 3 })), { maxLength: 10 })
  fc.assert(
    fc.property(orders, moves, (first, asked) => {
      const view = new View()
      let now: readonly Order[] = first
      view.of(now, frame)
      for (const [at, by] of asked) {
        now = now.map((one, index) => (index === at ? { ...one, ...shifted(one, by, TODAY) } : one))
        expect(plain(view.of(now, frame))).toEqual(plain(new View().of(now, frame)))
      }
    }),
  )
})

it('leaves alone what nobody moved', () => {
  const [one] = fc.sample(orders, { numRuns: 1, seed: 1 })
  if (!one) throw new Error('No orders.')
  const view = new View()
  const before = view.of(one, frame)
  const moved = one.map((each, at) => (at === 0 ? { ...each, ini: TODAY, fim: TODAY } : each))
  const after = view.of(moved, frame)
  const same = [...before.cells].filter(([key, all]) => after.cells.get(key) === all)
  expect(same.length).toBeGreaterThan(0)
})

it('shows an order where it was moved to until the server tells what it was saved as, or what came after', () => {
  const [[first] = []] = fc.sample(orders, { numRuns: 1, seed: 1 })
  if (!first) throw new Error('No orders.')
  const days = { ini: addDays(TODAY, 3), fim: addDays(TODAY, 4) }
  expect(movedTo(first, { days })).toEqual({ ...first, ...days })
  expect(movedTo({ ...first, versao: 2 }, { days, versao: 3 })).toMatchObject(days)
  for (const versao of [3, 4]) {
    const told = { ...first, versao }
    expect(movedTo(told, { days, versao: 3 })).toBe(told)
  }
})
