import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { CONFORMANCE, hasConformance } from '../../../fixtures/conformance'
import { issuerTest, ok, sefaz, server } from '../nota/issuing.fixture'
import { type Carrying, carrying, hurried, manifested, noted, sent, underWay } from './carrying.fixture'

issuerTest({ schemas: join(CONFORMANCE, 'fiscal/xsd') })

let by: Carrying
beforeAll(async () => {
  by = await carrying()
})

describe.skipIf(!hasConformance)('a manifest that is issued', () => {
  it('is valid by the official schemas here and at the authority, in the own vehicle, in contingency and loading later', async () => {
    for (const wish of [{}, { tpEmis: 2 }, { carrega_depois: true }]) {
      const route = await underWay(by, [await noted()])
      const [open] = await manifested(route, wish)
      expect(open).toMatchObject({ status: 3, cStat: '100' })
      if ('carrega_depois' in wish) await ok('POST', `/api/nfe/mdfe/${open.id}/incluiNotas`)
      const other = await server.insert('motorista', { xNome: 'Maria de Souza', CNPJ_CPF: '11144477735' })
      await ok('POST', `/api/nfe/mdfe/${open.id}/incluiCondutor`, { motorista_id: other.id })
      await server.runJobs()
      await ok('POST', `/api/expedicao/rota/${route}/finaliza`, { encerra_mdfe: true })
      expect(await hurried(open.id)).toMatchObject({ status: 7, cStat: '135' })
      await server.admin('DELETE', `/api/motorista/${other.id}`)
      expect(sefaz.state.eventsOfManifest(open.chMDFe).length).toBeGreaterThan(1)
    }
  })

  it('is valid in the vehicle of another, and is cancelled', async () => {
    const { id } = await server.insert('transportadora', {
      xNome: 'Fretes de Curitiba Ltda',
      CNPJ_CPF: '11222333000181',
      IE: '1234567850',
      UF: 'PR',
    })
    const veiculo_id = await server.insert('veiculo', {
      transportadora_id: id,
      placa: 'QRS1T23',
      UF: 'PR',
      RNTC: '12345678',
      tara: 5000,
      tpRod: '03',
      tpCar: '00',
    })
    const [open] = await manifested(await underWay({ ...by, veiculo_id: veiculo_id.id }, [await noted('far')]))
    expect(open).toMatchObject({ status: 3, cStat: '100' })
    await ok('POST', `/api/nfe/mdfe/${open.id}/cancela`, { xJust: 'Viagem que não será feita' })
    expect(await sent(open.id)).toMatchObject({ status: 5, cStat: '135' })
  })
})
