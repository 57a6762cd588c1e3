import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CONFORMANCE, hasConformance } from '../../../fixtures/conformance'
import { type SefazSimulator } from '../../../fixtures/simulators/sefaz/start'
import type { TestServer } from '../../../fixtures/test-server'
import { invoiced, openIssuer, sent } from './issuing.fixture'

let server: TestServer
let sefaz: SefazSimulator
let ids: Awaited<ReturnType<typeof openIssuer>>['ids']

beforeAll(async () => {
  ;({ server, sefaz, ids } = await openIssuer({ schemas: join(CONFORMANCE, 'fiscal/xsd') }))
})
afterAll(async () => {
  await sefaz.stop()
  await server.close()
})

describe.skipIf(!hasConformance)('a note that is issued', () => {
  it('is valid by the official schemas here and at the authority: within the state, beyond it, and to a consumer', async () => {
    for (const head of [{}, { cliente_id: ids.far }, { cliente_id: ids.consumer, geraNFe: 3 }]) {
      const { note } = await invoiced(head)
      expect(await sent(note.id)).toMatchObject({ status: 3, cStat: '100' })
    }
  })
})
