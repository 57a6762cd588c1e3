import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LineSplitter } from './lines'

const bytes = (text: string) => new TextEncoder().encode(text)

function split(text: string, chunkBytes: number, maxBytes = 1_000): (string | undefined)[] {
  const splitter = new LineSplitter(maxBytes)
  const whole = bytes(text)
  const lines: (string | undefined)[] = []
  for (let at = 0; at < whole.length; at += chunkBytes)
    lines.push(...splitter.push(whole.subarray(at, at + chunkBytes)))
  return [...lines, ...splitter.end()]
}

describe('LineSplitter', () => {
  it('gives the same lines however the stream is cut', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), fc.integer({ min: 1, max: 20 }), (texts, chunkBytes) => {
        const lines = texts.map((text) => text.replace(/[\r\n]/g, ''))
        const text = lines.map((line) => `${line}\n`).join('')
        expect(split(text, chunkBytes)).toEqual(lines.map((line) => line.toWellFormed()))
      }),
    )
  })

  it('keeps empty lines, drops carriage returns, and reads a last line without an end', () => {
    expect(split('a\r\n\nb', 2)).toEqual(['a', '', 'b'])
    expect(split('', 1)).toEqual([])
  })

  it('tells a line that is too long in its place, and reads on', () => {
    expect(split(`ok\n${'x'.repeat(50)}\nok\n${'y'.repeat(11)}`, 7, 10)).toEqual(['ok', undefined, 'ok', undefined])
    expect(split(`${'x'.repeat(50)}\n`, 100, 10)).toEqual([undefined])
  })
})
