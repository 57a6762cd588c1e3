import fc from 'fast-check'
import { readFrame } from './reader'

/** The bytes of a Latin-1 text. */
export function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

/** The byte that makes the low seven bits of the sum of the frame zero. */
export function checkByteOf(frame: string): string {
  const sum = bytesOf(frame).reduce((total, byte) => total + byte, 0)
  return String.fromCharCode((128 - (sum & 127)) & 127)
}

const CONTINUOUS = '\u0002-0 001234000000\r'

/** Bytes near what scales send: whole frames, marks, digits and noise in any order. */
export const nearFrames: fc.Arbitrary<Uint8Array> = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '\u0001',
        '\u0002',
        '\u0003',
        '\r',
        '\n',
        '*',
        '-',
        '+',
        '.',
        ',',
        ' ',
        'I',
        'N',
        'S',
        'E',
        '?',
        'kg',
        'PESO: ',
        'PESO L: ',
      ),
      fc.constantFrom(
        '\u000201234\u0003',
        '\u0002IIIII\u0003',
        CONTINUOUS,
        CONTINUOUS + checkByteOf(CONTINUOUS),
        '\u0002@001510(005345000354\r\u0005',
      ),
      fc.constantFrom(
        '* PESO: 5,10kg',
        'PESO L: 0,030kg',
        '\u000124036. E\u0002',
        'D000030 ',
        '\u0002+001.250\u0003',
        ' 0.500kg\r\n',
        '\u000212.245N\r',
      ),
      fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 7 }),
      fc.string({ unit: fc.nat(255).map((code) => String.fromCharCode(code)), maxLength: 5 }),
    ),
    { maxLength: 10 },
  )
  .map((pieces) => bytesOf(pieces.join('')))

/** Reads `runs` byte strings; anything thrown fails. */
export function fuzzScale(protocol: string, runs: number): void {
  fc.assert(
    fc.property(fc.oneof(nearFrames, fc.uint8Array({ maxLength: 80 })), (bytes) => {
      readFrame(protocol, bytes)
    }),
    { numRuns: runs },
  )
}
