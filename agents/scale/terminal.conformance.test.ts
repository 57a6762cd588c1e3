/* oxlint-disable no-console -- one line a file says how many cases passed */
import { afterEach, describe, expect, it } from 'vitest'
import { LINE_SETTINGS, readFrame, type ScaleReading, ScaleReader } from '../../core/scale'
import { conformance, hasConformance } from '../../fixtures/conformance'
import { openTerminal, type Terminal } from '../../fixtures/simulators/terminal'
import type { Line } from './line'
import { NoWeight, Scale } from './scale'
import { serialLine } from './serial'

/** Every frame and stream of the data through a real serial port (a pseudo-terminal): at its protocol's speed, cut at any byte, unplugged and plugged again. */

interface Frame {
  readonly id: string
  readonly protocol: string
  readonly frameHex: string
  readonly status: ScaleReading['status']
  readonly weightKg?: string | null
  readonly disputed?: boolean
}
interface Stream {
  readonly id: string
  readonly protocol: string
  readonly chunksHex: readonly string[]
  readonly expect: readonly { readonly status: string; readonly weightKg?: string }[]
  readonly disputed?: boolean
}

/** A pseudo-terminal carries eight bits and no parity, and refuses to be told otherwise: the speed alone is the protocol's. */
const settingsOf = (protocol: string, baud?: number) =>
  ({
    baud: baud ?? LINE_SETTINGS.get(protocol)?.baud[0] ?? 9_600,
    dataBits: 8,
    parity: 'none',
    stopBits: 1,
  }) as const

let terminal: Terminal | undefined
let line: Line | undefined
let scale: Scale | undefined
afterEach(() => {
  scale?.stop()
  line?.close()
  terminal?.unplug()
  terminal = line = scale = undefined
})

/** Sends pieces through a port, and answers the bytes that came out at the other end: all of them, or those of ten seconds. */
async function through(pieces: readonly Uint8Array[], protocol: string): Promise<Uint8Array> {
  const came: number[] = []
  const port = openTerminal()
  const open = await serialLine(
    port.path,
    settingsOf(protocol),
  )({ data: (bytes) => came.push(...bytes), lost: () => undefined })
  const total = pieces.reduce((sum, piece) => sum + piece.length, 0)
  for (const piece of pieces) {
    port.send(piece)
    await Bun.sleep(2)
  }
  for (let tries = 0; came.length < total && tries < 2_000; tries++) await Bun.sleep(5)
  open.close()
  port.unplug()
  return Uint8Array.from(came)
}

describe.skipIf(!hasConformance || process.platform !== 'linux')('scales on a serial port', () => {
  it('frames.json', async () => {
    const { cases } = conformance<{ cases: Frame[] }>('scale/frames.json')
    const judged = cases.filter((one) => one.disputed !== true)
    const misses: unknown[] = []
    for (const one of judged) {
      const bytes = Uint8Array.fromHex(one.frameHex)
      const reading = readFrame(one.protocol, await through([bytes], one.protocol))
      if (reading.status !== one.status || (one.weightKg !== undefined && reading.weightKg !== one.weightKg))
        misses.push({ one, reading })
    }
    console.info(`frames.json by serial port: ${judged.length - misses.length}/${judged.length}`)
    expect(misses).toEqual([])
  })

  it('streams.json, in their chunks', async () => {
    const { cases } = conformance<{ cases: Stream[] }>('scale/streams.json')
    const judged = cases.filter((one) => one.disputed !== true)
    const misses: unknown[] = []
    for (const one of judged) {
      const reader = new ScaleReader(one.protocol)
      const came = await through(
        one.chunksHex.map((hex) => Uint8Array.fromHex(hex)),
        one.protocol,
      )
      const readings = [...reader.feed(came), ...reader.flush()]
      const told = readings.map(({ status, weightKg }) => (weightKg === null ? { status } : { status, weightKg }))
      if (JSON.stringify(told) !== JSON.stringify(one.expect)) misses.push({ one, told })
    }
    console.info(`streams.json by serial port: ${judged.length - misses.length}/${judged.length}`)
    expect(misses).toEqual([])
  })

  it('agent-contract.json: the weight, and the reason where there is none, at 2400 baud', async () => {
    const { cases } = conformance<{
      cases: { request?: string; scale?: string | null; expect: { status: unknown } }[]
    }>('scale/agent-contract.json')
    const asked = cases.filter((one) => one.request === 'GET /balanca')
    for (const one of asked) {
      terminal = openTerminal()
      const port = terminal
      const answer = typeof one.scale === 'string' ? Uint8Array.fromHex(one.scale) : undefined
      port.heard = (bytes) => {
        if (bytes[0] === 5 && answer) port.send(answer)
      }
      scale = new Scale({ protocol: 'toledo-prt1', open: serialLine(port.path, settingsOf('toledo-prt1', 2_400)) })
      await scale.start()
      const told = await scale.weigh(600).catch((error: unknown) => (error instanceof NoWeight ? error.status : error))
      if (one.expect.status === 200) expect(told).toBe('1.234')
      else expect(told).toBe(one.scale === null ? 'timeout' : 'unstable')
      scale.stop()
      port.unplug()
    }
    expect(asked.length).toBeGreaterThan(2)
  })

  it('is heard again when it is plugged in again, with what was cut in the middle forgotten', async () => {
    terminal = openTerminal()
    let port = terminal
    scale = new Scale({
      protocol: 'toledo-prt1',
      open: (on) => serialLine(port.path, settingsOf('toledo-prt1'))(on),
    })
    await scale.start()
    port.send(Uint8Array.fromHex('023031'))
    port.unplug()
    const one = scale
    await expect.poll(() => one.fault).toMatch(/foi desligada|não existe/)
    port = terminal = openTerminal()
    const again = port
    again.heard = (bytes) => {
      if (bytes[0] === 5) again.send(Uint8Array.fromHex('02303430303003'))
    }
    await expect.poll(() => one.fault).toBeUndefined()
    expect(await one.weigh(1_500)).toBe('4.000')
  })
})
