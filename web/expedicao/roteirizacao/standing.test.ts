import { describe, expect, it } from 'vitest'
import { readDeliveries, readSolution, readSurroundings } from './plan'
import { standing, steady } from './standing'

const around = readSurroundings({
  veiculos: [
    { id: 1, placa: 'AAA1A11' },
    { id: 2, placa: 'BBB2B22' },
  ],
})
const deliveries = readDeliveries({ entregas: [1, 2, 3].map((id) => ({ id, xNome: `Cliente ${id}`, lon: 1, lat: 1 })) })
const planned = (first: readonly number[], second: readonly number[], late = 0) =>
  readSolution({
    routes: [first, second].map((ids, at) => ({
      vehicle: at + 1,
      steps: ids.map((id, rank) => ({ type: 'job', id, arrival: 3600 * (rank + 1) + late * at })),
    })),
  })
const stands = (solution: ReturnType<typeof planned>, known = deliveries) => standing(known, solution, around)

describe('steady', () => {
  const before = stands(planned([1, 2], [3]))

  it('keeps the routes that are as they were', () => {
    const now = steady(stands(planned([1, 2], [3])), before)
    expect(now.routes[0]).toBe(before.routes[0])
    expect(now.routes[1]).toBe(before.routes[1])
  })

  it('takes the one whose stops or times are others', () => {
    const later = steady(stands(planned([1, 2], [3], 60)), before)
    expect(later.routes[0]).toBe(before.routes[0])
    expect(later.routes[1]?.stops[0]?.step.arrival).toBe(3660)
    const moved = steady(stands(planned([2, 1], [3])), before)
    expect(moved.routes[0]?.stops.map(({ delivery }) => delivery.id)).toEqual([2, 1])
    const shorter = steady(stands(planned([1], [3])), before)
    expect(shorter.routes[0]?.stops).toHaveLength(1)
  })

  it('takes the one whose delivery is told anew', () => {
    const told = deliveries.map((one) => (one.id === 3 ? { ...one, locked: true } : one))
    const now = steady(stands(planned([1, 2], [3]), told), before)
    expect(now.routes[0]).toBe(before.routes[0])
    expect(now.routes[1]?.stops[0]?.delivery.locked).toBe(true)
  })
})

describe('what a delivery asks of its vehicle', () => {
  const traits = [
    { id: 7, descricao: 'Munck' },
    { id: 8, descricao: 'Refrigerado' },
  ]
  const veiculos = [{ id: 1, placa: 'AAA1A11', particularidades: ['Munck'] }]
  const asking = readDeliveries({ entregas: [{ id: 1, xNome: 'Cliente', lon: 1, lat: 1, particularidades: [7, 8] }] })
  const broken = readSolution({ routes: [{ vehicle: 1, steps: [{ type: 'job', id: 1, violations: ['skills'] }] }] })

  it('is named where the vehicle has it not', () => {
    const now = standing(asking, broken, readSurroundings({ veiculos, particularidades: traits }))
    expect(now.routes[0]?.stops[0]?.faults).toEqual(['O veículo não tem: Refrigerado'])
  })

  it('is told in general where its name is not known', () => {
    const now = standing(asking, broken, readSurroundings({ veiculos }))
    expect(now.routes[0]?.stops[0]?.faults).toEqual(['Falta uma particularidade'])
  })
})
