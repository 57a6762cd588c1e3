import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PROTOCOLS } from './protocols'
import { ScaleReader, readFrame } from './reader'
import { bytesOf, checkByteOf, fuzzScale, nearFrames } from './scale.fixture'

const STX = '\u0002'
const ETX = '\u0003'

function read(protocol: string, chunks: readonly Uint8Array[]): unknown[] {
  const reader = new ScaleReader(protocol)
  return [...chunks.flatMap((chunk) => reader.feed(chunk)), ...reader.flush()]
}

describe('ScaleReader', () => {
  it.each([...PROTOCOLS.keys()])('%s gives the same readings however the bytes are cut', (protocol) => {
    fc.assert(
      fc.property(nearFrames, fc.array(fc.nat(200), { maxLength: 8 }), (bytes, cuts) => {
        const places = [0, ...cuts.filter((cut) => cut <= bytes.length).sort((a, b) => a - b), bytes.length]
        const chunks = places.slice(1).map((end, at) => bytes.slice(places[at], end))
        expect(read(protocol, chunks)).toEqual(read(protocol, [bytes]))
      }),
      { numRuns: 300 },
    )
  })

  it('gives a weight only when stable', () => {
    fc.assert(
      fc.property(fc.constantFrom(...PROTOCOLS.keys()), nearFrames, (protocol, bytes) => {
        const { status, weightKg } = readFrame(protocol, bytes)
        expect(weightKg !== null).toBe(status === 'stable')
        if (weightKg !== null) expect(weightKg).toMatch(/^(?:0|[1-9]\d*)(?:\.\d+)?$/)
      }),
      { numRuns: 5_000 },
    )
  })

  it('starts again at a new STX, and forgets a frame that never ends', () => {
    expect(read('toledo-prt1', [bytesOf(`${STX}01${STX}00750${ETX}`)])).toEqual([
      { status: 'stable', weightKg: '0.750' },
    ])
    expect(read('toledo-prt1', [bytesOf(`${STX}${'1'.repeat(5000)}${ETX}${STX}00750${ETX}`)])).toEqual([
      { status: 'stable', weightKg: '0.750' },
    ])
  })
})

describe('check byte', () => {
  const frame = `${STX}-0 001234000000\r`

  it('right, wrong and absent', () => {
    const check = checkByteOf(frame)
    const weight = { status: 'stable', weightKg: '1.234', tareKg: null }
    const invalid = { status: 'invalid', weightKg: null }
    expect(read('toledo-continuous', [bytesOf(frame + check)])).toEqual([weight])
    expect(read('toledo-continuous', [bytesOf(`${frame}!`)])).toEqual([invalid])
    expect(read('toledo-continuous', [bytesOf(frame)])).toEqual([weight])
    expect(read('toledo-continuous', [bytesOf(frame + frame)])).toEqual([weight, weight])
    expect(new ScaleReader('toledo-continuous').feed(bytesOf(frame))).toEqual([])
  })

  it('reads seven-bit lines through parity bits', () => {
    const withParity = bytesOf(frame).map((byte) => byte | 128)
    expect(readFrame('toledo-continuous', withParity)).toMatchObject({ status: 'stable', weightKg: '1.234' })
  })
})

describe('readings', () => {
  it.each([
    ['toledo-prt1', `${STX}IIIII${ETX}`, 'unstable', null],
    ['toledo-prt1', `${STX}INSIN${ETX}`, 'invalid', null],
    ['toledo-prt1', `${STX}1234${ETX}`, 'invalid', null],
    ['toledo-prt1', `${STX}1234567${ETX}`, 'invalid', null],
    ['filizola', `${STX}001234000499000616${ETX}`, 'stable', '1.234'],
    ['filizola', `${STX}01234${ETX}${STX}09999${ETX}`, 'stable', '1.234'],
    ['toledo-prt1', `${STX}01234${ETX}${STX}09999${ETX}`, 'stable', '9.999'],
    ['toledo-continuous', `${STX}(0 000012000000\r`, 'stable', '1200'],
    ['toledo-continuous', `${STX}-0 001234000100\r`, 'stable', '1.234'],
    ['toledo-continuous', `${STX}-0 12 34000000\r`, 'invalid', null],
    ['toledo-prix-a', `${STX}@001510(005345000354\r`, 'stable', '15.10'],
    ['toledo-8217', `${STX}?A\r`, 'no-weight', null],
    ['toledo-8217', `${STX}-1.000\r`, 'invalid', null],
    ['lider', '\u000100120. I\u0002', 'unstable', null],
    ['lider', '\u0001120.5 E\u0002', 'stable', '120.5'],
    ['lider', '\u000100118. E\u0002\u000100120. I\u0002', 'stable', '118'],
    ['lucastec', `${STX}50.00 kg B\r`, 'stable', '50.00'],
    ['lucastec', `${STX}50.00 kg B  0.60 kg T -49.40 kg L\r`, 'negative', null],
    ['urano', 'PESO: 1,25kg', 'unstable', null],
    ['urano-udc', '* PESO: 1,25kg', 'stable', '1.25'],
    ['urano-pop', 'PESO L: -0,030kg', 'negative', null],
    ['rinnert', `${STX}-001.250${ETX}`, 'negative', null],
    ['digitron', 'D000030   ', 'stable', '0.30'],
    ['adam', '- 0.500kg\r\n', 'negative', null],
    ['magna', 'P+ 1.250kg\r\n', 'stable', '1.250'],
    ['magna', ' I\n', 'unstable', null],
    ['magellan', `${STX}01250\r`, 'stable', '1.250'],
    ['toledo-prt1', '', 'timeout', null],
    ['toledo-prt1', '\u0015', 'invalid', null],
    ['toledo-continuous', `${STX}-0 0012`, 'timeout', null],
  ])('%s %j: %s %s', (protocol, text, status, weightKg) => {
    expect(readFrame(protocol, bytesOf(text))).toMatchObject({ status, weightKg })
  })

  it('gives the tare that the scale sends', () => {
    expect(readFrame('toledo-continuous', bytesOf(`${STX}-0 001234000100\r`))).toMatchObject({ tareKg: '0.100' })
  })

  it('refuses a protocol it has not got', () => {
    expect(() => readFrame('toString', bytesOf('1'))).toThrowError('Protocolo de balança desconhecido')
  })
})

describe('blanks before the digits are zeros', () => {
  /** A frame around a field of so many characters. */
  const FIELDS: [protocol: string, width: number, frame: (field: string) => string][] = [
    ['toledo-prt1', 5, (field) => `${STX}${field}${ETX}`],
    ['toledo-prt1', 6, (field) => `${STX}${field}${ETX}`],
    ['toledo-c', 5, (field) => `${STX}${field}\r`],
    ['filizola', 5, (field) => `${STX}${field}${ETX}`],
    ['filizola', 6, (field) => `${STX}${field}000499000616${ETX}`],
    ['magellan', 6, (field) => `${STX}${field}\r`],
    ['toledo-prix-a', 6, (field) => `${STX}@${field}0005345000354\r`],
    ['toledo-prix-a', 6, (field) => `${STX}@0015100${field}000354\r`],
    ['toledo-prix-a', 6, (field) => `${STX}@0015100005345${field}\r`],
    ['toledo-continuous', 6, (field) => `${STX}-0 ${field}000100\r`],
    ['toledo-continuous', 6, (field) => `${STX}-0 001234${field}\r`],
    ['toledo-8217', 3, (field) => `${STX}${field}.245\r`],
    ['lider', 5, (field) => `\u0001${field}. E${STX}`],
    ['lucastec', 4, (field) => `${STX}50.00 kg B  0.60 kg T -${field}.40 kg L\r`],
    ['rinnert', 3, (field) => `${STX}+${field}.250${ETX}`],
    ['digitron', 6, (field) => `D${field}   `],
    ['adam', 4, (field) => `+${field}.500kg\r\n`],
    ['urano', 3, (field) => `* PESO:${field},10kg`],
    ['urano-pop', 3, (field) => `PESO L:${field},030kg`],
    ['magna', 5, (field) => `P+${field}kg\r\n`],
    ['magna', 6, (field) => `P+ ${field} kg\n`],
  ]

  it.each(FIELDS)('%s, %i characters', (protocol, width, frame) => {
    const digits = fc.integer({ min: 1, max: 10 ** width - 1 }).map(String)
    fc.assert(
      fc.property(digits, (shown) => {
        const zeros = readFrame(protocol, bytesOf(frame(shown.padStart(width, '0'))))
        expect(zeros.status).not.toBe('invalid')
        expect(readFrame(protocol, bytesOf(frame(shown.padStart(width))))).toEqual(zeros)
      }),
    )
  })

  it.each([
    ['toledo-prt1', `${STX}  125${ETX}`, 'stable', '0.125'],
    ['toledo-prt1', `${STX} 125${ETX}`, 'invalid', null],
    ['toledo-prt1', `${STX}1  25${ETX}`, 'invalid', null],
    ['toledo-prt1', `${STX}125  ${ETX}`, 'invalid', null],
    ['toledo-prt1', `${STX}     ${ETX}`, 'invalid', null],
    ['toledo-prt1', `${STX}-  125${ETX}`, 'negative', null],
    ['filizola', `${STX}  01234${ETX}`, 'stable', '1.234'],
    ['toledo-prix-a', `${STX}@001510(            \r`, 'stable', '15.10'],
    ['toledo-prix-a', `${STX}@001510(1  345000354\r`, 'invalid', null],
    ['magna', ' 125 kg\r\n', 'invalid', null],
    ['magna', 'P+      125kg\r\n', 'stable', '0.125'],
  ])('%s %j: %s %s', (protocol, text, status, weightKg) => {
    expect(readFrame(protocol, bytesOf(text))).toMatchObject({ status, weightKg })
  })
})

describe('any bytes give readings', () => {
  it.each([...PROTOCOLS.keys()])('%s', (protocol) => fuzzScale(protocol, 20_000), 60_000)
})
