import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CONFORMANCE, hasConformance } from '../../../fixtures/conformance'
import { ok } from '../nota/issuing.fixture'
import { billed, ids, nacional, sentNfse, servicesTest } from './services.fixture'

servicesTest({ schemas: join(CONFORMANCE, 'fiscal/xsd') })

describe.skipIf(!hasConformance)('a note of services that is issued', () => {
  it('is valid by the official schemas here and at the national system: to a company that keeps taxes back, and to a person', async () => {
    const both = [{ servico_id: ids.labour, vDesc: 10 }]
    const all: Parameters<typeof billed>[] = [
      [both],
      [[{ servico_id: ids.training }]],
      [both, { cliente_id: ids.person }],
    ]
    for (const given of all) {
      const { note } = await billed(...given)
      expect(note.problemas).toBeNull()
      expect(await sentNfse(note.id)).toMatchObject({ status: 3, cStat: '100' })
    }
  })

  it('and so is what takes its place, what ends it, and what asks its city', async () => {
    const { note } = await billed()
    await sentNfse(note.id)
    const why = { cMotivo: '99', xMotivo: 'Descrição do serviço errada' }
    const { nfse } = await ok('POST', `/api/nfse/nfse/${note.id}/corrigir`, why)
    expect(await sentNfse(nfse.id)).toMatchObject({ status: 3 })
    expect(await sentNfse(note.id)).toMatchObject({ status: 6 })
    await ok('POST', `/api/nfse/nfse/${nfse.id}/cancelar`, { xJust: 'Cliente desistiu do serviço' })
    expect(await sentNfse(nfse.id)).toMatchObject({ status: 5 })
    expect(nacional.state.events.map(({ tpEvento }) => tpEvento)).toEqual(['105102', '101101'])
  })
})
