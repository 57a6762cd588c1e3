import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ScaleSimulator, startScale } from '../../fixtures/simulators/scale'
import { openTerminal } from '../../fixtures/simulators/terminal'
import { Scale } from './scale'
import { serialLine } from './serial'
import { tcpLine } from './tcp'

/** A scale behind its line: a weight is one that stands still, whatever the cuts, the plugs and the others who ask at once. */

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0))
/** As a Toledo answers: STX, digits, ETX. */
const frame = (text: string): Uint8Array => bytes(`\u0002${text}\u0003`)

let simulator: ScaleSimulator
let scale: Scale | undefined
beforeEach(() => {
  simulator = startScale()
})
afterEach(() => {
  scale?.stop()
  simulator.stop()
})

async function opened(protocol: string, request?: string): Promise<Scale> {
  const made = new Scale({
    protocol,
    open: tcpLine('127.0.0.1', simulator.port),
    ...(request === undefined ? {} : { request }),
  })
  scale = made
  await made.start()
  expect(made.fault).toBeUndefined()
  return made
}

describe('a scale that is asked', () => {
  it('gives the weight that stands still, asked as its protocol asks', async () => {
    const one = await opened('toledo-prt1')
    simulator.says = [frame('01234')]
    expect(await one.weigh(1_000)).toBe('1.234')
    expect(simulator.asked.last).toBe('05')
  })

  it('waits while it moves, and takes its answer in pieces', async () => {
    const one = await opened('toledo-prt1')
    simulator.says = [frame('IIIII')]
    const weighing = one.weigh(1_500)
    await Bun.sleep(300)
    simulator.says = [bytes('\u0002012'), bytes('40\u0003')]
    expect(await weighing).toBe('1.240')
  })

  it.each([
    ['moves', [frame('IIIII')], 'unstable', 'O peso não estabilizou.'],
    ['is below zero', [frame('NNNNN')], 'negative', 'O peso está negativo: zere a balança.'],
    ['bears too much', [frame('SSSSS')], 'overload', 'O peso passa da capacidade da balança.'],
    ['keeps silent', [], 'timeout', 'A balança não respondeu.'],
    [
      'says what nobody understands',
      [frame('?!x')],
      'invalid',
      'A resposta da balança não foi entendida: confira o protocolo e a velocidade.',
    ],
  ] as const)('says why there is no weight where it %s', async (_, says, status, message) => {
    const one = await opened('toledo-prt1')
    simulator.says = says
    await expect(one.weigh(400)).rejects.toMatchObject({ status, message })
  })

  it('is asked once for all who want to know at once', async () => {
    const one = await opened('toledo-prt1')
    const weighing = Promise.all([one.weigh(1_000), one.weigh(1_000), one.weigh(1_000)])
    simulator.says = [frame('00500')]
    expect(await weighing).toEqual(['0.500', '0.500', '0.500'])
    expect(simulator.asked.count).toBeLessThanOrEqual(2)
  })

  it('that does not say when it stands still is believed when it said the same twice', async () => {
    const one = await opened('adam')
    simulator.says = [bytes('+ 1.500 kg\r\n')]
    const weighing = one.weigh(1_500)
    await Bun.sleep(100)
    simulator.says = [bytes('+ 1.600 kg\r\n')]
    expect(await weighing).toBe('1.600')
  })
})

describe('a scale that sends by itself', () => {
  it('has its weight at once where it spoke just now, and waits for the next word where it was silent', async () => {
    const one = await opened('toledo-prt1', '')
    await Bun.sleep(50)
    simulator.send(frame('02000'))
    await Bun.sleep(100)
    expect(await one.weigh(1_000)).toBe('2.000')
    await Bun.sleep(600)
    const weighing = one.weigh(1_000)
    simulator.send(frame('02100'))
    expect(await weighing).toBe('2.100')
    expect(simulator.asked.count).toBe(0)
  })
})

describe('a line that is lost', () => {
  it('is told at once, and opened again when the scale is back', async () => {
    const one = await opened('toledo-prt1')
    simulator.says = []
    const weighing = one.weigh(2_000)
    await Bun.sleep(100)
    simulator.unplug()
    await expect(weighing).rejects.toMatchObject({ status: 'away' })
    simulator.says = [frame('00300')]
    await expect.poll(() => one.fault).toBeUndefined()
    expect(await one.weigh(1_000)).toBe('0.300')
  })

  it('that was never there says so', async () => {
    const { port } = simulator
    simulator.stop()
    const one = new Scale({ protocol: 'toledo-prt1', open: tcpLine('127.0.0.1', port) })
    scale = one
    await one.start()
    await expect(one.weigh(500)).rejects.toMatchObject({
      status: 'away',
      message: `Nada responde em 127.0.0.1:${port}.`,
    })
  })
})

describe.skipIf(process.platform !== 'linux')('a serial port of Linux', () => {
  const settings = { baud: 2400, dataBits: 8, parity: 'none', stopBits: 1 } as const

  it('asks and answers, and is seen when it is unplugged', async () => {
    const terminal = openTerminal()
    terminal.heard = (asked) => {
      if (asked[0] === 5) terminal.send(frame('04321'))
    }
    const one = new Scale({ protocol: 'toledo-prt1', open: serialLine(terminal.path, settings) })
    scale = one
    await one.start()
    expect(one.fault).toBeUndefined()
    expect(await one.weigh(1_500)).toBe('4.321')
    terminal.unplug()
    await expect.poll(() => one.fault).toMatch(/^A porta \/dev\/pts\/\d+ /)
  })

  it('that is not there says so', async () => {
    const one = new Scale({ protocol: 'toledo-prt1', open: serialLine('/dev/ttyNADA0', settings) })
    scale = one
    await one.start()
    expect(one.fault).toBe('A porta /dev/ttyNADA0 não existe: a balança está ligada a este computador?')
  })
})
