import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CONFORMANCE, hasConformance } from '../../../fixtures/conformance'
import { ids, invoiced, issuerTest, sent } from './issuing.fixture'

issuerTest({ schemas: join(CONFORMANCE, 'fiscal/xsd') })

describe.skipIf(!hasConformance)('a note that is issued', () => {
  it('is valid by the official schemas here and at the authority: within the state, beyond it, and to a consumer', async () => {
    for (const head of [{}, { cliente_id: ids.far }, { cliente_id: ids.consumer, geraNFe: 3 }]) {
      const { note } = await invoiced(head)
      expect(await sent(note.id)).toMatchObject({ status: 3, cStat: '100' })
    }
  })
})
