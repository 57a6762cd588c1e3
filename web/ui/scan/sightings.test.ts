import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Sightings } from './sightings'

/** What a camera sees becomes a reading once, however long it is looked at. */

/** What is read of pictures that are taken every so many milliseconds. */
function read(pictures: readonly (readonly string[])[], every = 150): string[] {
  const sightings = new Sightings()
  return pictures.flatMap((codes, at) => sightings.see(codes, at * every))
}
const many = (times: number, codes: readonly string[]) => Array.from({ length: times }, () => codes)

describe('what a camera sees', () => {
  it('is read once for as long as it is in sight', () => {
    expect(read(many(200, ['A']))).toEqual(['A'])
  })

  it('is not believed by one picture alone, nor by two with another between them', () => {
    expect(read([['A'], [], ['A'], [], ['A']])).toEqual([])
    expect(read([['A'], ['B'], ['A'], ['B']])).toEqual([])
  })

  it('is the same sight where a picture or two are blurred, and another once it was away', () => {
    expect(read([['A'], ['A'], [], [], ['A'], ['A'], ['A']])).toEqual(['A'])
    expect(read([...many(2, ['A']), ...many(9, []), ...many(2, ['A'])])).toEqual(['A', 'A'])
  })

  it('may be several at once, each by itself', () => {
    expect(read([['A'], ['A', 'B'], ['A', 'B'], ['B', 'C'], ['C']])).toEqual(['A', 'B', 'C'])
  })

  it('is never read more often than it came into sight', () => {
    const sight = fc.constantFrom<readonly string[]>([], ['A'], ['B'], ['A', 'B'])
    fc.assert(
      fc.property(fc.array(sight, { maxLength: 60 }), (pictures) => {
        for (const code of ['A', 'B']) {
          const came = pictures.filter((codes, at) => codes.includes(code) && pictures[at - 1]?.includes(code) !== true)
          expect(read(pictures).filter((one) => one === code).length).toBeLessThanOrEqual(came.length)
        }
      }),
    )
  })
})
