import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { base32, codeOf, fromBase32, newSecret, stepOf, stepOfCode } from './totp'

describe('one-time passwords by time', () => {
  // RFC 6238, appendix B, SHA-1.
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('at second %i: %s', (second, code) => {
    const secret = base32(Buffer.from('12345678901234567890'))
    expect(codeOf(secret, stepOf(second * 1000), 8)).toBe(code)
  })

  it('a code is taken half a minute before and after its time, and no longer', () => {
    const [secret, now] = [newSecret(), 1_800_000_000_000]
    for (const step of [-1, 0, 1])
      expect(stepOfCode(secret, codeOf(secret, stepOf(now) + step), now)).toBe(stepOf(now) + step)
    for (const step of [-3, -2, 2, 3])
      expect(stepOfCode(secret, codeOf(secret, stepOf(now) + step), now)).toBeUndefined()
    for (const junk of ['', '12345', '1234567', 'abcdef', '１２３４５６', '12345 '])
      expect(stepOfCode(secret, junk, now)).toBeUndefined()
  })

  it('base32 comes back as it went', () => {
    // RFC 4648, 10.
    for (const [text, written] of [
      ['f', 'MY'],
      ['fo', 'MZXQ'],
      ['foo', 'MZXW6'],
      ['foob', 'MZXW6YQ'],
      ['fooba', 'MZXW6YTB'],
      ['foobar', 'MZXW6YTBOI'],
    ] as const)
      expect(base32(Buffer.from(text))).toBe(written)
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        expect([...fromBase32(base32(bytes))]).toEqual([...bytes])
      }),
    )
  })
})
