import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type PrinterSimulator, startPrinter } from '../../fixtures/simulators/printer'
import { folderPrinter, type Printer, tcpPrinter } from './printer'
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
