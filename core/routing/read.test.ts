import { describe, expect, it } from 'vitest'
import { CoreError } from '../errors'
import { coreFunctions } from '../functions'
import { EVERY_FEATURE, randomProblem } from './random.fixture'
import { Random } from './random'
import { readProblem } from './read'

const matrix = [
  [0, 10, 20],
  [10, 0, 15],
  [20, 15, 0],
]
const vehicle = { id: 1, start_index: 0, end_index: 0, capacity: [10], time_window: [0, 1000] }
const job = { id: 1, location_index: 1, delivery: [1] }
const request = { vehicles: [vehicle], jobs: [job], matrices: { car: { durations: matrix } } }
const refusal = (input: unknown): string => {
  try {
    readProblem(input)
  } catch (error) {
    if (error instanceof CoreError) return `${error.code}: ${error.message}`
    throw error
  }
  return 'accepted'
}
const withJob = (fields: object) => refusal({ ...request, jobs: [{ ...job, ...fields }] })
const withVehicle = (fields: object) => refusal({ ...request, vehicles: [{ ...vehicle, ...fields }] })

describe('what VROOM refuses is refused by its name', () => {
  it.each([
    ['No vehicle defined.', refusal({ ...request, vehicles: [] })],
    ['No task defined.', refusal({ ...request, jobs: [] })],
    ['Invalid or missing id for job.', withJob({ id: -1 })],
    ['Invalid or missing id for vehicle.', withVehicle({ id: 'a' })],
    ['Duplicate job id: 1.', refusal({ ...request, jobs: [job, job] })],
    ['Inconsistent delivery length: 2 instead of 1.', withJob({ delivery: [1, 2] })],
    ['Invalid delivery value.', withJob({ delivery: [1.5] })],
    ['Invalid skill value.', withJob({ skills: ['frio'] })],
    ['Invalid priority value.', withJob({ priority: 101 })],
    ['Invalid service duration.', withJob({ service: -1 })],
    ['Invalid time window: [9, 3].', withJob({ time_windows: [[9, 3]] })],
    ['Invalid time_windows array for job 1.', withJob({ time_windows: [] })],
    [
      'Unsorted or overlapping time-windows for job 1.',
      withJob({
        time_windows: [
          [5, 9],
          [1, 5],
        ],
      }),
    ],
    ['Invalid description value.', withJob({ description: 5 })],
    ['Missing location index.', withVehicle({ start_index: undefined, start: [0, 0] })],
    ['Invalid service_at value.', withVehicle({ steps: [{ type: 'job', id: 1, service_at: 'x' }] })],
    ['Duplicate break id: 7.', withVehicle({ breaks: [{ id: 7 }, { id: 7 }] })],
    ['Invalid time-window.', withVehicle({ time_window: [1] })],
    ['No start or end specified for vehicle 1.', withVehicle({ start_index: undefined, end_index: undefined })],
    ['Invalid speed_factor value.', withVehicle({ speed_factor: 0 })],
    ['Invalid max_tasks value.', withVehicle({ max_tasks: -2 })],
    ['location_index exceeding matrix size for car profile.', withJob({ location_index: 3 })],
    [
      'Invalid matrix entry.',
      refusal({
        ...request,
        matrices: {
          car: {
            durations: [
              [0, -1],
              [1, 0],
            ],
          },
        },
      }),
    ],
    ['Unexpected matrix line length.', refusal({ ...request, matrices: { car: { durations: [[0, 1], [1]] } } })],
    ['Invalid profile: moto.', withVehicle({ profile: 'moto' })],
    ['Missing pickup for shipment.', refusal({ ...request, shipments: [{ delivery: job }] })],
    ['Missing distances matrix for car profile.', withVehicle({ max_distance: 10 })],
  ])('%s', (name, told) => {
    expect(told.startsWith(`input_error: ${name} `)).toBe(true)
  })

  it('accepts the request that the others spoil', () => {
    expect(refusal(request)).toBe('accepted')
  })
})

describe('what VROOM accepts is read as it reads it', () => {
  const taskOf = (fields: object) => readProblem({ ...request, jobs: [{ ...job, ...fields }] }).tasks[0]
  const windows = (...list: [number, number][]) => ({ time_windows: list })

  it('windows in any order', () => {
    expect(taskOf(windows([500, 600], [100, 200]))?.windows.map(({ from }) => from)).toEqual([100, 500])
  })

  it('breaks that open together, the one that closes first before', () => {
    const breaks = [
      { id: 1, ...windows([0, 1000]) },
      { id: 2, ...windows([0, 100]) },
    ]
    const { vehicles } = readProblem({ ...request, vehicles: [{ ...vehicle, breaks }] })
    expect(vehicles[0]?.breaks.map(({ id }) => id)).toEqual([2, 1])
  })

  it('the older amount, only beside neither delivery nor pickup', () => {
    const loads = (fields: object) => {
      const { delivery, pickup } = taskOf({ delivery: undefined, ...fields }) ?? {}
      return [delivery, pickup]
    }
    expect(loads({ amount: [5] })).toEqual([[5], [0]])
    expect(loads({ amount: [5], pickup: [3] })).toEqual([[0], [3]])
  })

  it('an empty profile as the usual one, and places by their coordinates where there is no matrix', () => {
    expect(readProblem({ ...request, vehicles: [{ ...vehicle, profile: '' }] }).vehicles[0]?.profile).toBe('car')
    const at = (id: number, lon: number) => ({ id, location: [lon, 0], location_index: 0 })
    const away = { id: 1, start: [0, 0], start_index: 0 }
    expect(readProblem({ vehicles: [away], jobs: [at(1, 0.1), at(2, 0.2)] }).places).toHaveLength(3)
  })
})

/** Replaces one value somewhere inside by something it should not be. */
function spoil(value: unknown, random: Random): unknown {
  const wrong = [null, -1, 1e300, 0.5, '', 'x', [], {}, true, [[]], 4_294_967_295]
  if (typeof value !== 'object' || value === null || random.unit() < 0.15) return wrong[random.below(wrong.length)]
  const entries = Object.entries(value)
  const chosen = random.below(entries.length)
  const changed = entries.map(([key, one], at) => [key, at === chosen ? spoil(one, random) : one] as const)
  return Array.isArray(value) ? changed.map(([, one]) => one) : Object.fromEntries(changed)
}

describe('any input gives an answer or a CoreError', () => {
  const names = ['routing.solve', 'routing.plan', 'routing.check']
  it.each(names)('%s', (name) => {
    const random = new Random(20)
    const one = coreFunctions.get(name)
    let answered = 0
    for (let round = 0; round < 4000; round++) {
      const problem = randomProblem(round % 50, 3, 2, EVERY_FEATURE)
      const steps = [{ type: 'start' }, { type: 'job', id: 1, arrival: 5 }, { type: 'end' }]
      const whole =
        name === 'routing.check'
          ? { problem, solution: { routes: [{ vehicle: 1, steps }] } }
          : { ...problem, iterations: 20 }
      let input: unknown = whole
      for (let times = random.below(3); times >= 0; times--) input = spoil(input, random)
      try {
        one?.run(input)
        answered++
      } catch (error) {
        if (!(error instanceof CoreError)) throw error
      }
    }
    expect(answered).toBeGreaterThan(100)
  })
})
