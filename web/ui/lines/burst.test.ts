import { describe, expect, it } from 'vitest'
import { Burst } from './burst'

/** What the last key tells of these keys, pressed this many ms apart. */
function told(keys: readonly string[], gapMs: number): string | null {
  const burst = new Burst()
  return keys.map((key, index) => burst.key(key, 1000 + index * gapMs)).at(-1) ?? null
}

describe('a scanner', () => {
  it('is known by six keys close together and Enter or Tab', () => {
    expect(told([...'7891234567895', 'Enter'], 2)).toBe('7891234567895')
    expect(told([...'Ab', 'Shift', ...'C123', 'Tab'], 17)).toBe('AbC123')
  })

  it('is not known by what a person types, by fewer keys or without an end', () => {
    expect(told([...'123456', 'Enter'], 35)).toBeNull()
    expect(told([...'12345', 'Enter'], 2)).toBeNull()
    expect(told([...'123456', 'Escape'], 2)).toBeNull()
    expect(told([...'123456', 'Escape', 'Enter'], 2)).toBeNull()
  })

  it('begins anew after a pause', () => {
    const burst = new Burst()
    burst.key('1', 0)
    for (const [index, key] of [...'234567'].entries()) burst.key(key, 500 + index)
    expect(burst.key('Enter', 510)).toBe('234567')
    expect(burst.key('Enter', 511)).toBeNull()
  })
})
