import { describe, expect, it } from 'vitest'
import { conformance, hasConformance } from '../../../fixtures/conformance'
import { consultPlace } from './consult'

type Places = Readonly<Record<string, string>>

describe.skipIf(!hasConformance)('fiscal/tables/nfce-url-chave', () => {
  it('every state is looked up where the table says', () => {
    const table = conformance<{ '1': Places; '2': Places }>('fiscal/tables/nfce-url-chave.json')
    const states = Object.keys(table[1])
    expect(states).toHaveLength(27)
    expect(
      states.filter((UF) => consultPlace(UF, false) !== table[1][UF] || consultPlace(UF, true) !== table[2][UF]),
    ).toEqual([])
  })
})
