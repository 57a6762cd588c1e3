import { describe, expect, it } from 'vitest'
import { coreFunctions } from '../functions'
import { checkSolution } from './check/check'
import { plan } from './plan'
import { EVERY_FEATURE, randomProblem } from './random.fixture'
import { readProblem } from './read'
import { Run, solve } from './solve'

const line = (places: number) =>
  Array.from({ length: places }, (_, a) => Array.from({ length: places }, (_, b) => Math.abs(a - b) * 10))
const matrices = { car: { durations: line(8) } }
const vehicle = { id: 1, start_index: 0, end_index: 0, capacity: [10], time_window: [0, 1000] }
const job = (id: number, more: object = {}) => ({ id, location_index: id, delivery: [1], service: 5, ...more })
const steps = (...ids: number[]) => ids.map((id) => ({ type: 'job', id }))

describe('a hand-made route is timed as it is written', () => {
  it('tells arrivals, loads and cost', () => {
    const { routes, summary } = plan(
      readProblem({ vehicles: [{ ...vehicle, steps: steps(2, 1) }], jobs: [job(1), job(2)], matrices }),
    )
    expect(routes[0]?.steps.map(({ type, arrival, load }) => [type, arrival, load[0]])).toEqual([
      ['start', 0, 2],
      ['job', 20, 1],
      ['job', 35, 0],
      ['end', 50, 0],
    ])
    expect(summary.cost).toBe(40)
    expect(summary.violations).toEqual([])
  })

  it('leaves as late as it can without ending later, and tells a delay', () => {
    const jobs = [job(1, { time_windows: [[100, 110]] }), job(2, { time_windows: [[0, 50]] })]
    const early = plan(readProblem({ vehicles: [{ ...vehicle, steps: steps(1) }], jobs, matrices }))
    expect(early.routes[0]?.steps[0]?.arrival).toBe(90)
    expect(early.unassigned.map(({ id }) => id)).toEqual([2])
    const late = plan(readProblem({ vehicles: [{ ...vehicle, steps: steps(1, 2) }], jobs, matrices }))
    expect(late.routes[0]?.steps[2]?.violations).toEqual([{ cause: 'delay', duration: 65 }])
  })

  it('tells load, skills, tasks, precedence and a break left out', () => {
    const hard = {
      ...vehicle,
      capacity: [1],
      max_tasks: 1,
      breaks: [{ id: 7, service: 10 }],
      steps: [...steps(1, 2), { type: 'delivery', id: 4 }],
    }
    const shipments = [{ amount: [1], pickup: { id: 3, location_index: 3 }, delivery: { id: 4, location_index: 4 } }]
    const told = plan(readProblem({ vehicles: [hard], jobs: [job(1, { skills: [9] }), job(2)], shipments, matrices }))
    const causes = new Set(told.summary.violations.map(({ cause }) => cause))
    expect([...causes].toSorted()).toEqual(['load', 'max_tasks', 'missing_break', 'precedence', 'skills'])
  })
})

describe('a written route keeps the moments of its steps', () => {
  const at = (id: number, more: object) => ({ type: 'job', id, ...more })
  const arrivals = (...list: object[]) => {
    const jobs = [job(1, { time_windows: [[50, 60]] }), job(2)]
    return plan(readProblem({ vehicles: [{ ...vehicle, steps: list }], jobs, matrices })).routes[0]
  }
  const beginOf = (route: ReturnType<typeof arrivals>, step: number) => {
    const { arrival, waiting_time } = route?.steps[step] ?? { arrival: Number.NaN, waiting_time: 0 }
    return arrival + waiting_time
  }

  it('begins no sooner than asked, and tells what is before or after its window', () => {
    expect(beginOf(arrivals(at(2, { service_after: 500 })), 1)).toBe(500)
    const early = arrivals(at(1, { service_at: 20 }))
    expect([beginOf(early, 1), early?.violations]).toEqual([20, [{ cause: 'lead_time', duration: 30 }]])
    const late = arrivals(at(1, { service_at: 75 }))
    expect([beginOf(late, 1), late?.violations]).toEqual([75, [{ cause: 'delay', duration: 15 }]])
  })

  it('refuses what cannot begin by then', () => {
    expect(() => arrivals(at(2, {}), at(1, { service_before: 30 }))).toThrow('Infeasible route for vehicle 1.')
  })

  it('a pickup whose delivery is not there is told', () => {
    const shipments = [{ pickup: { id: 3, location_index: 3 }, delivery: { id: 4, location_index: 4 } }]
    const on = { ...vehicle, steps: [{ type: 'pickup', id: 3 }] }
    const { summary } = plan(readProblem({ vehicles: [on], shipments, matrices }))
    expect(summary.violations).toEqual([{ cause: 'precedence' }])
  })
})

describe('the checker', () => {
  it('takes no step that waits for less than nothing', () => {
    const request = { vehicles: [vehicle], jobs: [job(1, { time_windows: [[0, 60]] })], matrices }
    const route = [
      { type: 'start', arrival: 90 },
      { type: 'job', id: 1, arrival: 100, waiting_time: -50 },
    ]
    const { violations } = checkSolution(request, { routes: [{ vehicle: 1, steps: route }] })
    expect(violations.map(({ cause }) => cause)).toEqual(['travel'])
  })
})

describe('times of any size', () => {
  const served = (request: object) => {
    const solution = solve(readProblem(request), { iterations: 200 })
    expect(checkSolution(request, solution).violations).toEqual([])
    return solution
  }
  const hours = { ...vehicle, time_window: [28_800, 64_800] }

  it.each([268_500_000, 2_147_483_647, 4_294_967_295])('a window that ends at %d is one without an end', (to) => {
    const jobs = [job(1, { time_windows: [[28_800, to]] }), job(2)]
    expect(served({ vehicles: [hours], jobs, matrices }).unassigned).toEqual([])
    const open = { ...vehicle, time_window: [0, to] }
    expect(
      served({ vehicles: [open], jobs: [job(1, { time_windows: [[28_800, 36_000]] })], matrices }).unassigned,
    ).toEqual([])
  })

  it('a leg longer than the arrays tell takes as long as it says, and keeps to limits', () => {
    const far = 999_999_999
    const durations = [
      [0, far],
      [far, 0],
    ]
    const request = {
      vehicles: [{ id: 1, start_index: 0, end_index: 0 }],
      jobs: [{ id: 1, location_index: 1 }],
      matrices: { car: { durations } },
    }
    expect(served(request).summary).toMatchObject({ cost: 2 * far, duration: 2 * far, violations: [] })
    const limited = { ...request, vehicles: [{ id: 1, start_index: 0, max_travel_time: 300_000_000 }] }
    expect(served(limited).unassigned.map(({ reason }) => reason)).toEqual(['distance'])
  })

  it('a vehicle without hours waits for nobody', () => {
    const jobs = [job(1, { time_windows: [[1_700_000_000, 1_700_003_600]] })]
    const { summary } = served({ vehicles: [{ ...vehicle, time_window: undefined }], jobs, matrices })
    expect(summary.waiting_time).toBe(0)
  })
})

describe('steps to begin with', () => {
  const refusal = (fields: object, ...jobs: object[]) => {
    const run = coreFunctions.get('routing.solve')?.run
    return () => run?.({ vehicles: [{ ...vehicle, ...fields }], jobs, matrices, iterations: 50 })
  }
  it('that break a rule are refused', () => {
    const two = [job(1, { delivery: [6] }), job(2, { delivery: [6] })]
    expect(refusal({ steps: steps(1, 2) }, ...two)).toThrow('Route over capacity for vehicle 1.')
    expect(refusal({ steps: steps(1), max_tasks: 0 }, ...two)).toThrow('Too many tasks for vehicle 1.')
    expect(refusal({ steps: steps(1) }, job(1, { skills: [4] }))).toThrow(
      'Missing skill or step out of reach for vehicle 1 and job 1.',
    )
    expect(refusal({ steps: [{ type: 'break', id: 8 }] }, ...two)).toThrow(
      'Invalid break id 8 given in steps for vehicle 1.',
    )
    expect(refusal({ steps: steps(2, 1) }, job(1), job(2))).not.toThrow()
  })
})

describe('tasks left out tell why', () => {
  const reasonOf = (jobs: object[], fields: object = {}) =>
    solve(readProblem({ vehicles: [{ ...vehicle, ...fields }], jobs, matrices }), { iterations: 100 }).unassigned.map(
      ({ reason }) => reason,
    )
  it('capacity, window, skill, distance, number of tasks', () => {
    expect(reasonOf([job(1, { delivery: [11] })])).toEqual(['capacity'])
    expect(reasonOf([job(7, { time_windows: [[0, 60]] })])).toEqual(['window'])
    expect(reasonOf([job(1, { skills: [3] })])).toEqual(['skill'])
    expect(reasonOf([job(7)], { max_travel_time: 100 })).toEqual(['distance'])
    expect(reasonOf([job(1), job(2)], { max_tasks: 1 })).toEqual(['max_tasks'])
  })

  it('what fits only after another at its place is served there', () => {
    const heavy = { setup: 1000, location_index: 1 }
    expect(reasonOf([job(1), job(2, heavy)])).toEqual([])
    expect(reasonOf([job(2, heavy)])).toEqual(['window'])
  })

  it('what fits only on the way of another is not for want of a skill', () => {
    const durations = [
      [0, 10, 9999],
      [10, 0, 10],
      [10, 10, 0],
    ]
    const request = {
      vehicles: [{ ...vehicle, time_window: [0, 500] }],
      jobs: [job(1), job(2)],
      matrices: { car: { durations } },
    }
    expect(solve(readProblem(request), { iterations: 100 }).unassigned.map(({ reason }) => reason)).toEqual(['window'])
  })

  it('serves priority before number, and number before cost', () => {
    const jobs = [job(1, { delivery: [5] }), job(2, { delivery: [5] }), job(3, { delivery: [10], priority: 1 })]
    const { unassigned } = solve(readProblem({ vehicles: [vehicle], jobs, matrices }), { iterations: 500 })
    expect(unassigned.map(({ id }) => id)).toEqual([1, 2])
  })
})

describe('a search', () => {
  const problem = randomProblem(5, 40, 6, EVERY_FEATURE)

  it('repeats for a seed and a number of iterations', () => {
    const once = () => JSON.stringify(solve(readProblem(problem), { seed: 9, iterations: 500 }))
    expect(once()).toBe(once())
  })

  it('ends by the clock it is lent, and when it is told to', () => {
    let time = 0
    const run = new Run(readProblem(problem), { seconds: 2, now: () => (time += 0.02) })
    let slices = 0
    while (run.advance()) slices++
    expect(slices).toBeGreaterThan(10)
    expect(slices).toBeLessThan(100)
    const stopped = solve(readProblem(problem), { cancelled: () => true })
    expect(checkSolution(problem, stopped).violations).toEqual([])
  })

  it('ends on time even when the first solution alone would take longer', () => {
    let time = 0
    const run = new Run(readProblem(problem), { seconds: 1, now: () => (time += 0.2) })
    expect(run.advance()).toBe(false)
    const solution = run.solution()
    expect(checkSolution(problem, solution).violations).toEqual([])
    expect(solution.unassigned.length).toBeGreaterThan(0)
  })

  it('reports progress that never gets worse', () => {
    const plain = randomProblem(6, 50, 8, { windows: true })
    const seen: { unassigned: number; cost: number }[] = []
    const final = solve(readProblem(plain), { iterations: 20_000, onProgress: (one) => seen.push(one) })
    expect(seen.length).toBeGreaterThan(2)
    for (const [at, one] of seen.slice(1).entries()) expect(one.cost).toBeLessThanOrEqual(seen[at]!.cost)
    expect(final.summary.cost).toBeLessThanOrEqual(seen.at(-1)!.cost)
  })

  it('starts from the steps it is given, and keeps pinned stops in their vehicle and order', () => {
    const pinned = [3, 1].map((id) => ({ type: 'job', id, pinned: true }))
    const vehicles = [
      { ...vehicle, steps: pinned },
      { ...vehicle, id: 2, steps: steps(2, 4) },
    ]
    const jobs = [1, 2, 3, 4, 5].map((id) => job(id))
    const request = { vehicles, jobs, matrices }
    const solution = solve(readProblem(request), { iterations: 2000 })
    expect(checkSolution(request, solution).violations).toEqual([])
    const first = solution.routes
      .find((route) => route.vehicle === 1)
      ?.steps.flatMap(({ id }) => (id === 3 || id === 1 ? [id] : []))
    expect(first).toEqual([3, 1])
    const tooMuch = { vehicles: [{ ...vehicle, capacity: [1], steps: pinned }], jobs, matrices }
    expect(() => solve(readProblem(tooMuch))).toThrow('Infeasible route for vehicle 1.')
  })
})

describe('the checker refuses what is wrong', () => {
  const request = randomProblem(8, 20, 4, { windows: true, skills: true, dimensions: 2 })
  const solution = solve(readProblem(request), { iterations: 500 })
  interface Loose {
    routes: { cost: number; steps: { arrival: number; id?: number }[] }[]
  }
  const broken = (change: (copy: Loose) => void) => {
    const copy: Loose = JSON.parse(JSON.stringify(solution))
    change(copy)
    return checkSolution(request, copy).violations.map(({ cause }) => cause)
  }
  it('accepts the answer and notes each change to it', () => {
    expect(checkSolution(request, solution).valid).toBe(true)
    expect(broken(({ routes }) => (routes[0]!.cost += 5))).toContain('cost')
    expect(broken(({ routes }) => routes[0]!.steps.splice(1, 1))).toContain('missing')
    expect(broken(({ routes }) => routes[0]!.steps.splice(1, 0, routes[0]!.steps[1]!))).toContain('repeated')
    expect(broken(({ routes }) => (routes[0]!.steps.at(-1)!.arrival -= 1))).toContain('travel')
    expect(broken(({ routes }) => (routes[0]!.steps[1]!.id = 999))).toContain('unknown')
  })
})

describe('from the terminal', () => {
  it('solves within the seconds asked, and checks', () => {
    const problem = randomProblem(11, 15, 3, { coordinates: true, windows: true })
    // A clock of the test's own: each look at it is a hundredth of a second later.
    let looks = 0
    const host = { now: () => ++looks / 100 }
    const solution = coreFunctions.get('routing.solve')?.run({ ...problem, seconds: 2, seed: 3, threads: 2 }, host)
    expect(looks).toBeGreaterThan(20)
    expect(looks).toBeLessThan(400)
    expect(coreFunctions.get('routing.check')?.run({ problem, solution })).toMatchObject({
      valid: true,
      violations: [],
    })
  })
})
