import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CONFORMANCE, hasConformance } from '../../../fixtures/conformance'
import { testCnpj } from '../../../fixtures/test-server'
import { ids, invoiced, issuerTest, run, sent } from './issuing.fixture'
import { inDays, soldByLot } from './lots.fixture'

issuerTest({ schemas: join(CONFORMANCE, 'fiscal/xsd') })

describe.skipIf(!hasConformance)('a note that is issued', () => {
  it('is valid by the official schemas here and at the authority: within the state, beyond it, and to a consumer', async () => {
    for (const head of [{}, { cliente_id: ids.far }, { cliente_id: ids.consumer, geraNFe: 3 }]) {
      const { note } = await invoiced(head)
      expect(await sent(note.id)).toMatchObject({ status: 3, cStat: '100' })
    }
  })

  it('is valid with the marketplace that it was sold in', async () => {
    const market = { canal: 2, CNPJ_intermed: testCnpj(80), idCadIntTran: 'queijos-da-serra' }
    const { note } = await invoiced(market)
    expect(await sent(note.id)).toMatchObject({ status: 3, cStat: '100' })
    const [row] = await run(`select xml from nfe_xml where nfe_id = ${note.id} and tipo = 'protocolo'`)
    expect(String(row?.xml)).toContain('<indIntermed>1</indIntermed>')
  })

  it('is valid with the lots of its goods', async () => {
    const lot = { dFab: inDays(-30), dVal: inDays(60) }
    const note = await soldByLot([
      { nLote: 'L-1', qTrib: 3, ...lot },
      { nLote: 'L-2', qTrib: 0.125, ...lot },
    ])
    expect(await sent(note.id)).toMatchObject({ status: 3, cStat: '100' })
    const [row] = await run(`select xml from nfe_xml where nfe_id = ${note.id} and tipo = 'protocolo'`)
    expect(String(row?.xml).match(/<rastro>/g)).toHaveLength(2)
  })
})
