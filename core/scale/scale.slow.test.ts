import { describe, it } from 'vitest'
import { PROTOCOLS } from './protocols'
import { fuzzScale } from './scale.fixture'

describe('any of a million byte strings gives a reading', () => {
  it.each([...PROTOCOLS.keys()])('%s', (protocol) => fuzzScale(protocol, 1_000_000))
})
