import * as v from 'valibot'
import { coreFunction } from '../function'
import { checkSolution } from './check/check'
import { DEFAULT_TRAVEL } from './matrices'
import { plan } from './plan'
import { readProblem } from './read'
import { DEFAULT_ITERATIONS, solve } from './solve'
import { assertSteps } from './start'

const positive = v.pipe(v.number(), v.finite(), v.gtValue(0))
const guess = {
  roadFactor: v.optional(v.pipe(positive, v.maxValue(100)), DEFAULT_TRAVEL.roadFactor),
  speedKmh: v.optional(v.pipe(positive, v.maxValue(1000)), DEFAULT_TRAVEL.speedKmh),
}

const solveInput = v.looseObject({
  ...guess,
  seconds: v.optional(v.pipe(positive, v.maxValue(3600))),
  iterations: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000_000))),
  seed: v.optional(v.pipe(v.number(), v.integer()), 1),
  threads: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(64))),
})

export const routingFunctions = [
  coreFunction({
    name: 'routing.solve',
    summary: 'Roteiriza entregas e coletas: janelas, capacidades, habilidades, pausas, prioridades (JSON do VROOM).',
    takes: 'problema do VROOM + {seconds?, iterations?, seed?, threads?, roadFactor?, speedKmh?}',
    gives: 'solução do VROOM, com o motivo (reason) de cada tarefa fora das rotas',
    input: solveInput,
    run: ({ seconds, iterations, seed, threads = 1, roadFactor, speedKmh, ...problem }, host) => {
      const now = seconds === undefined ? undefined : host?.now
      const limit = iterations ?? (seconds !== undefined && now ? undefined : DEFAULT_ITERATIONS)
      const budget = {
        seed,
        ...(limit === undefined ? {} : { iterations: limit }),
        ...(seconds !== undefined && now ? { seconds, now } : {}),
      }
      const travel = { roadFactor, speedKmh }
      const read = readProblem(problem, travel)
      assertSteps(read)
      if (threads > 1 && host?.solveRoutes) {
        const far = seconds === undefined ? { iterations: iterations ?? DEFAULT_ITERATIONS } : { seconds }
        return host.solveRoutes(problem, {
          threads,
          seed,
          travel,
          ...far,
          ...(iterations === undefined ? {} : { iterations }),
        })
      }
      return solve(read, budget)
    },
  }),
  coreFunction({
    name: 'routing.plan',
    summary: 'Confere rotas montadas à mão (steps de cada veículo): horários, cargas, custo e o que violam.',
    takes: 'problema do VROOM com steps em cada veículo + {roadFactor?, speedKmh?}',
    gives: 'solução do VROOM com violations por passo',
    input: v.looseObject(guess),
    run: ({ roadFactor, speedKmh, ...problem }) => plan(readProblem(problem, { roadFactor, speedKmh })),
  }),
  coreFunction({
    name: 'routing.check',
    summary: 'Confere uma solução contra o problema, sem código em comum com o roteirizador.',
    takes: '{problem, solution}',
    gives: '{valid, cost, priority, assigned, unassigned, violations}',
    input: v.object({ problem: v.looseObject(guess), solution: v.unknown() }),
    run: ({ problem, solution }) => {
      const { roadFactor, speedKmh } = problem
      return checkSolution(problem, solution, { roadFactor, speedKmh })
    },
  }),
]
