import fc from 'fast-check'
import { encode } from 'uqr'
import { describe, expect, it } from 'vitest'
import { staticBrCode } from './br-code'
import { qrPicture } from './qr'

/** The dark modules that a path draws. */
function dark(path: string): Set<string> {
  const found = new Set<string>()
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g))
    for (let at = 0; at < Number(width); at++) found.add(`${Number(x) + at},${Number(y)}`)
  return found
}

const code = staticBrCode({ key: '12345678909', name: 'Loja', city: 'São Paulo', amount: '60.00', txid: 'V1P2' })

describe('a QR picture', () => {
  it('draws each dark module once and nothing else, whatever the text is', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 200, unit: 'grapheme' }), (text) => {
        const { path, size } = qrPicture(text)
        const { data } = encode(text, { ecc: 'M', border: 4 })
        const wanted = data.flatMap((row, y) => row.flatMap((is, x) => (is ? [`${x},${y}`] : [])))
        expect([...dark(path)].toSorted()).toEqual(wanted.toSorted())
        expect(size).toBe(data.length)
        expect(path.replaceAll(/M\d+ \d+h(\d+)v1h-\1z/g, '')).toBe('')
      }),
      { numRuns: 30 },
    )
  })

  it('of a Pix code has its three corners and a quiet zone of four modules', () => {
    const { path, size } = qrPicture(code)
    const modules = dark(path)
    expect((size - 8 - 17) % 4).toBe(0)
    for (const [x, y] of [
      [4, 4],
      [size - 11, 4],
      [4, size - 11],
    ] as const)
      for (let at = 0; at < 7; at++) {
        expect(modules.has(`${x + at},${y}`)).toBe(true)
        expect(modules.has(`${x},${y + at}`)).toBe(true)
        expect(modules.has(`${x + at},${y + 1}`)).toBe(at === 0 || at === 6)
      }
    for (const module of modules)
      for (const part of module.split(',').map(Number)) expect(part >= 4 && part < size - 4).toBe(true)
  })
})
