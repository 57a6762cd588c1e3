import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type IppSimulator, startIpp } from '../../fixtures/simulators/ipp'
import { ippPrinter } from './ipp'
import { NotBegun } from './printer'

/** A printer by IPP: what it takes, what it refuses and certainly has not got, and what nobody knows of. */

let simulator: IppSimulator
beforeEach(() => {
  simulator = startIpp()
})
afterEach(() => simulator.stop())

const paper = (id: string) => ({ id, filename: `${id}.zpl`, bytes: new TextEncoder().encode(`^XA ação ${id} ^XZ`) })
const failure = (work: Promise<void>): Promise<unknown> => work.then(() => undefined).catch((error: unknown) => error)

describe('printing by IPP', () => {
  it('hands papers over by number and name, in the format that is told, byte for byte', async () => {
    const print = ippPrinter(simulator.uri, 'application/vnd.zebra-zpl')
    await print(paper('a'), 2_000)
    await print(paper('b'), 2_000)
    expect(simulator.papers).toEqual(
      ['a', 'b'].map((id) => ({
        name: `${id} ${id}.zpl`,
        format: 'application/vnd.zebra-zpl',
        text: `^XA ação ${id} ^XZ`,
      })),
    )
  })

  it('tells what the printer refuses, which it has not got', async () => {
    simulator.refuses = { status: 0x040a, message: 'document-format-not-supported' }
    const told = await failure(ippPrinter(simulator.uri, 'text/x')(paper('a'), 2_000))
    expect(told).toBeInstanceOf(NotBegun)
    expect(told).toMatchObject({
      message: `A impressora ${simulator.uri} recusou (0x040a): document-format-not-supported`,
    })
    const elsewhere = await failure(ippPrinter(simulator.uri.replace('/print', '/outra'), 'text/x')(paper('a'), 2_000))
    expect([elsewhere instanceof NotBegun, String(elsewhere)]).toEqual([true, expect.stringContaining('HTTP 404')])
  })

  it('knows that nothing was begun where nobody answers, and nothing where the line broke off', async () => {
    const print = ippPrinter(simulator.uri, 'application/pdf')
    simulator.breaksOff = true
    const broken = await failure(print(paper('a'), 2_000))
    expect([broken instanceof Error, broken instanceof NotBegun]).toEqual([true, false])
    expect(await failure(print(paper('b'), 2_000))).toBeInstanceOf(NotBegun)
  })
})
