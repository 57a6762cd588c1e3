import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { type Command, Option } from 'commander'
import { misuse, refused, unreachable } from '../exit'
import { interruptible } from '../interrupt'
import { Progress, warn, writeOut } from '../output'

const BIGGEST = 256 * 1024 * 1024

interface SolveOptions {
  readonly seconds: string
  readonly seed: string
  readonly threads: string
  readonly engine: 'prumo' | 'vroom'
  readonly svg?: string
}

export function routeCommand(program: Command): void {
  const route = program.command('route').description('rotas de entrega: calcula e confere (JSON do VROOM)')
  route
    .command('solve <arquivo>')
    .description('calcula as rotas de um problema; a solução sai na saída padrão')
    .option('--seconds <n>', 'segundos de cálculo, 1 a 3600', '5')
    .option('--seed <n>', 'semente: com a mesma, o mesmo começo', '1')
    .option('--threads <n>', 'buscas lado a lado, no máximo uma por núcleo', '1')
    .addOption(new Option('--engine <qual>', 'quem calcula').choices(['prumo', 'vroom']).default('prumo'))
    .option('--svg <arquivo>', 'desenha as rotas')
    .action(solveFile)
  route
    .command('check <problema> <solução>')
    .description('confere uma solução contra o problema, sem código em comum com quem a calculou')
    .action(checkFiles)
}

function readJson(file: string): unknown {
  if (!existsSync(file)) throw unreachable(`O arquivo ${file} não existe.`)
  if (statSync(file).size > BIGGEST) throw refused(`O arquivo ${file} tem mais de 256 MB.`)
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return value
  } catch {
    throw refused(`O arquivo ${file} não é JSON.`)
  }
}

function whole(text: string, name: string, most: number): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1 || value > most)
    throw misuse(`Em --${name} informe um número inteiro de 1 a ${most}.`)
  return value
}

async function solveFile(file: string, options: SolveOptions): Promise<void> {
  const seconds = whole(options.seconds, 'seconds', 3600)
  const seed = whole(options.seed, 'seed', 2_147_483_647)
  const threads = whole(options.threads, 'threads', 64)
  const given = readJson(file)
  const { isObject } = await import('../../http/platform/outside/call')
  if (!isObject(given)) throw refused('O problema é um objeto JSON com vehicles e jobs ou shipments.')
  const solution = await (options.engine === 'vroom'
    ? byVroom(given, seconds)
    : byPrumo(given, { seconds, seed, threads }))
  await writeOut(`${JSON.stringify(solution)}\n`)
  if (options.svg !== undefined) await draw(solution, options.svg)
}

interface Budget {
  readonly seconds: number
  readonly seed: number
  readonly threads: number
}

async function byPrumo(given: Readonly<Record<string, unknown>>, { seconds, seed, threads }: Budget): Promise<unknown> {
  const { solveRoutes } = await import('../../http/expedicao/solver/solve-routes')
  const { CoreError } = await import('../../core/errors')
  const { readProblem } = await import('../../core/routing/read')
  const { assertSteps } = await import('../../core/routing/start')
  try {
    assertSteps(readProblem(given))
  } catch (error) {
    throw error instanceof CoreError ? refused(error.message) : error
  }
  const bar = new Progress('Calculando', 100)
  const onProgress = ({ done, cost, unassigned }: { done: number; cost: number; unassigned: number }) =>
    bar.show(done * 100, `custo ${cost}, fora ${unassigned}`)
  const { result, interrupted } = await interruptible(process, (signal) =>
    solveRoutes(given, { seconds, seed, threads, onProgress, signal }),
  ).catch((error: unknown) => {
    throw error instanceof CoreError ? refused(error.message) : error
  })
  bar.end()
  if (interrupted) warn('Interrompido: a solução é a melhor até aqui.')
  return result
}

async function byVroom(given: Readonly<Record<string, unknown>>, seconds: number): Promise<unknown> {
  const { readSettings } = await import('../../http/settings')
  const { VroomClient, VroomFailed } = await import('../../http/expedicao/solver/vroom')
  const { hasLocks } = await import('../../http/expedicao/solver/solver')
  const { withMatrices } = await import('../../core/routing/with-matrices')
  const { vroomUrl } = readSettings()
  if (!vroomUrl) throw unreachable('Defina VROOM_URL, o endereço do servidor VROOM.')
  if (hasLocks(given)) warn('Um servidor VROOM não sabe manter paradas fixadas (pinned): elas podem mudar de lugar.')
  try {
    return await new VroomClient(vroomUrl).solve(withMatrices(given), seconds)
  } catch (error) {
    if (error instanceof VroomFailed) throw error.refused ? refused(error.message) : unreachable(error.message)
    throw error
  }
}

async function draw(solution: unknown, file: string): Promise<void> {
  const { routesSvg } = await import('../route/svg')
  // Whoever solved, it is a solution in VROOM's JSON.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  const svg = routesSvg(solution as Parameters<typeof routesSvg>[0])
  if (svg === '') warn('O problema não tem coordenadas: não há o que desenhar.')
  else writeFileSync(file, svg)
}

async function checkFiles(problemFile: string, solutionFile: string): Promise<void> {
  const { checkSolution } = await import('../../core/routing/check/check')
  const { DEFAULT_TRAVEL } = await import('../../core/routing/matrices')
  const result = checkSolution(readJson(problemFile), readJson(solutionFile), DEFAULT_TRAVEL)
  await writeOut(`${JSON.stringify(result)}\n`)
  if (!result.valid) throw refused(`A solução não se sustenta: ${result.violations.length} problemas.`)
}
