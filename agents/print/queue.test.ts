import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type PrinterSimulator, startPrinter } from '../../fixtures/simulators/printer'
import { takePaper } from '../road/papers'
import { Jobs, type JobState } from './jobs'
import { folderPrinter, NotBegun, type Printer, tcpPrinter, Unprintable } from './printer'
import { PrintQueue } from './queue'

/** Each paper comes out once, in its order; what nobody knows of is told, and never printed again by itself. */

let folder: string
let simulator: PrinterSimulator
let queue: PrintQueue | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'prumo-fila-'))
  simulator = startPrinter()
})
afterEach(async () => {
  await queue?.stop()
  simulator.stop()
  rmSync(folder, { recursive: true })
})

const begin = (printer: Printer = tcpPrinter('127.0.0.1', simulator.port)): PrintQueue => {
  queue = new PrintQueue(join(folder, 'fila'), new Map([['Zebra', printer]]))
  return queue
}
const paper = (id: string, text = `etiqueta ${id}`) => ({
  id,
  printer: 'Zebra',
  filename: `${id}.zpl`,
  bytes: new TextEncoder().encode(text),
})

/** The printer has its last bytes a moment after the agent has sent them. */
const cameOut = (texts: readonly string[]) => expect.poll(() => simulator.papers).toEqual(texts)

describe('a paper', () => {
  it('comes out once, however often it is asked for by its number; again when somebody says so', async () => {
    const one = begin()
    expect(await Promise.all([1, 2, 3].map(() => one.print(paper('a'), 2_000)))).toEqual(
      [1, 2, 3].map(() => ({ id: 'a', situacao: 'impressa' })),
    )
    expect(await one.print(paper('a'), 2_000)).toEqual({ id: 'a', situacao: 'impressa' })
    await cameOut(['etiqueta a'])
    expect(await one.again('a', 2_000)).toEqual({ id: 'a', situacao: 'impressa' })
    await cameOut(['etiqueta a', 'etiqueta a'])
  })

  it('comes out in the order in which it was asked for', async () => {
    const one = begin()
    const ids = Array.from({ length: 20 }, (_, n) => `p${n}`)
    await Promise.all(ids.map((id) => one.print(paper(id), 5_000)))
    await cameOut(ids.map((id) => `etiqueta ${id}`))
  })

  it('waits where the printer is off, says why, and comes out when it is on, after a restart too', async () => {
    const { port } = simulator
    simulator.stop()
    const one = begin(tcpPrinter('127.0.0.1', port))
    expect(await one.print(paper('b'), 300)).toEqual({
      id: 'b',
      situacao: 'na_fila',
      motivo: `Nenhuma impressora responde em 127.0.0.1:${port}.`,
    })
    await one.stop()
    simulator = startPrinter(port)
    expect(await begin().print(paper('b'), 5_000)).toEqual({ id: 'b', situacao: 'impressa' })
    await cameOut(['etiqueta b'])
  })

  it('that was cut in the middle is in doubt: it is told, and printed again by a person alone', async () => {
    const one = begin()
    simulator.cutAfter = 1
    const big = 'x'.repeat(4_000_000)
    const { situacao } = await one.print(paper('c', big), 5_000)
    expect(situacao).toBe('duvida')
    await expect(one.print(paper('c', big), 1_000)).rejects.toMatchObject({ status: 409 })
    expect(one.open()).toMatchObject([{ id: 'c', situacao: 'duvida' }])
    expect(simulator.papers).toEqual([])
    expect((await one.again('c', 5_000)).situacao).toBe('impressa')
    await cameOut([big])
  })

  it('that its printer refuses for good stands in no other’s way, and may be asked for again', async () => {
    const print = tcpPrinter('127.0.0.1', simulator.port)
    let refuses = true
    const one = begin((wanted, limitMs) =>
      refuses && wanted.id === 'f' ? Promise.reject(new Unprintable('Este papel não.')) : print(wanted, limitMs),
    )
    const told = await Promise.all(['f', 'g'].map((id) => one.print(paper(id), 5_000)))
    expect(told).toEqual([
      { id: 'f', situacao: 'recusada', motivo: 'Este papel não.' },
      { id: 'g', situacao: 'impressa' },
    ])
    expect([one.open(), one.fault('Zebra')]).toEqual([[], undefined])
    refuses = false
    expect(await one.print(paper('f'), 1_000)).toMatchObject({ situacao: 'recusada' })
    expect(await one.again('f', 5_000)).toEqual({ id: 'f', situacao: 'impressa' })
    await cameOut(['etiqueta g', 'etiqueta f'])
  })

  it('by a model of BarTender’s that is none is refused, not kept; one whose model went meanwhile stands in no way', async () => {
    const models = (name: string) => (name === 'a.btw' ? () => Promise.reject(new NotBegun('Espera.')) : undefined)
    const target = mkdtempSync(join(folder, 'pasta-'))
    const printers = new Map([['Zebra', folderPrinter(target)]])
    const [jobs, byModel] = [join(folder, 'fila'), { ...paper('h'), bartender: 'a.btw' }]
    queue = new PrintQueue(jobs, printers, { bartender: models })
    await expect(queue.print({ ...byModel, bartender: '\\\\x\\a.btw' }, 100)).rejects.toMatchObject({ status: 400 })
    expect(await queue.print(byModel, 100)).toMatchObject({ situacao: 'na_fila' })
    await queue.stop()
    queue = new PrintQueue(jobs, printers, { bartender: () => undefined })
    expect(await queue.print(paper('i'), 5_000)).toMatchObject({ situacao: 'impressa' })
    expect(queue.find('h')).toMatchObject({ situacao: 'recusada' })
  })

  it('that the disk does not take is refused with the reason, and one that it lost while it was sent ends nothing else', async () => {
    const one = begin((_, limitMs) => Bun.sleep(limitMs && 300))
    const waits = one.print(paper('j'), 2_000)
    await expect.poll(() => one.find('j')?.situacao).toBe('enviando')
    rmSync(join(folder, 'fila'), { recursive: true })
    writeFileSync(join(folder, 'fila'), '')
    const wanted = { tipo: 'imprime', impressora: 'Zebra', arquivo: '', bartender: '', conteudo: '' } as const
    expect(takePaper(one, { ...wanted, trabalho: 'srv-1-1' })).toMatchObject({
      situacao: 'recusada',
      motivo: expect.stringMatching(/^O agente não pôde guardar esta impressão: ./),
    })
    await waits
  })

  it('404 for a printer that is not here, and for a paper that was never taken', async () => {
    const one = begin()
    await expect(one.print({ ...paper('d'), printer: 'Argox' }, 100)).rejects.toMatchObject({ status: 404 })
    await expect(one.again('nada', 100)).rejects.toMatchObject({ status: 404 })
  })

  it('goes into a folder whole', async () => {
    const target = mkdtempSync(join(folder, 'pasta-'))
    expect(await begin(folderPrinter(target)).print(paper('e'), 2_000)).toMatchObject({ situacao: 'impressa' })
    expect(readdirSync(target)).toEqual(['e.zpl'])
    expect(readFileSync(join(target, 'e.zpl'), 'utf8')).toBe('etiqueta e')
  })
})

it('of those that ended, however they did, the newest thousand are kept', () => {
  const jobs = new Jobs(join(folder, 'fila'))
  const store = (n: number, state: JobState): void => {
    const path = join(folder, 'fila', `t${n}.${state}`)
    writeFileSync(path, '{}')
    utimesSync(path, n, n)
  }
  for (let n = 0; n < 1_200; n++) store(n, (['impressa', 'duvida', 'recusada'] as const)[n % 3] ?? 'impressa')
  store(1_200, 'na_fila')
  jobs.tidy()
  const left = jobs.list().map(({ id }) => Number(id.slice(1)))
  expect(left.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 1_001 }, (_, n) => n + 200))
})

it('killed while it prints, twenty times: each paper came out once, or is told', async () => {
  const jobs = join(folder, 'fila')
  for (let round = 0; round < 20; round++) {
    const id = `k${round}`
    const child = spawn(process.execPath, [
      join(import.meta.dirname, 'print-one.fixture.ts'),
      jobs,
      String(simulator.port),
      id,
    ])
    const ended = new Promise((resolve) => child.on('exit', resolve))
    await new Promise((resolve) => child.stdout.once('data', resolve))
    await Bun.sleep(round % 5)
    child.kill('SIGKILL')
    await ended
  }
  const one = begin()
  await expect.poll(() => one.open().filter(({ situacao }) => situacao !== 'duvida')).toEqual([])
  const told = new Set(one.open().map(({ id }) => id))
  for (let round = 0; round < 20; round++) {
    const id = `k${round}`
    // What was killed before it was taken is nobody's: its caller got no answer.
    const isPrinted = existsSync(join(jobs, `${id}.impressa`))
    const came = () => simulator.papers.filter((text) => text === `etiqueta ${id}`).length
    if (isPrinted) await expect.poll(came, { message: id }).toBe(1)
    else expect(came(), id).toBeLessThanOrEqual(told.has(id) ? 1 : 0)
  }
}, 60_000)
