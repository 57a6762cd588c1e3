import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { serverPair } from '../../fixtures/certificates'
import { type IppSimulator, startIpp } from '../../fixtures/simulators/ipp'
import { httpOf, ippPrinter } from './ipp'
import { NotBegun, Unprintable } from './printer'

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
    expect(told).toBeInstanceOf(Unprintable)
    expect(told).toMatchObject({
      message: `A impressora ${simulator.uri} recusou (0x040a): document-format-not-supported`,
    })
    simulator.refuses = { status: 0x0507, message: 'busy' }
    const busy = await failure(ippPrinter(simulator.uri, 'text/x')(paper('a'), 2_000))
    expect([busy instanceof NotBegun, busy instanceof Unprintable]).toEqual([true, false])
    simulator.refuses = undefined
    const elsewhere = await failure(ippPrinter(simulator.uri.replace('/print', '/outra'), 'text/x')(paper('a'), 2_000))
    expect([elsewhere instanceof NotBegun, String(elsewhere)]).toEqual([true, expect.stringContaining('HTTP 404')])
  })

  it('knows that nothing was sent to one whose certificate is not believed', async () => {
    let asked = 0
    const server = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      tls: serverPair(),
      fetch: () => new Response(String(++asked)),
    })
    const address = `127.0.0.1:${server.port}/ipp/print`
    const told = await failure(ippPrinter(`ipps://${address}`, 'text/x')(paper('a'), 2_000))
    await server.stop(true)
    expect([told instanceof NotBegun, asked, String(told)]).toEqual([
      true,
      0,
      `Error: O certificado da impressora https://${address} não é aceito (DEPTH_ZERO_SELF_SIGNED_CERT).`,
    ])
  })

  it.each([
    ['ipp://laser/ipp/print', 'http://laser:631/ipp/print'],
    ['ipps://laser/ipp/print', 'https://laser:631/ipp/print'],
    ['ipp://laser:80/', 'http://laser:80/'],
    ['ipps://laser:443/a', 'https://laser:443/a'],
  ])('asks %s at %s', (uri, url) => expect(httpOf(uri)).toBe(url))

  it('knows that nothing was begun where nobody answers, and nothing where the line broke off', async () => {
    const print = ippPrinter(simulator.uri, 'application/pdf')
    simulator.breaksOff = true
    const broken = await failure(print(paper('a'), 2_000))
    expect([broken instanceof Error, broken instanceof NotBegun]).toEqual([true, false])
    expect(await failure(print(paper('b'), 2_000))).toBeInstanceOf(NotBegun)
  })
})
