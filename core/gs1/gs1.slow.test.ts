import { describe, it } from 'vitest'
import { FUZZED, fuzz } from './fuzz.fixture'

describe('any of a million texts gives an answer or a CoreError', () => {
  it.each(FUZZED)('%s', (name) => fuzz(name, 1_000_000))
})
