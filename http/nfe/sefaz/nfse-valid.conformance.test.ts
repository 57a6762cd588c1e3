import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyDps, EVENTS, keyOf, SAMPLE_DPS, SAMPLE_EVENT } from '../../../core/fiscal/nfse/declarations.fixture'
import { dpsXml } from '../../../core/fiscal/nfse/dps-xml'
import { nfseEventXml } from '../../../core/fiscal/nfse/event'
import { testPair } from '../../../fixtures/certificates'
import { hasConformance } from '../../../fixtures/conformance'
import { faultsBy } from './official.fixture'
import { sign } from './sign'

const pair = testPair()

/** By the newest official package. */
const faults = (xml: string, file: string) => faultsBy(xml, file, { set: 'nfse-nacional-1.01_cnpj-alfa' })

describe.skipIf(!hasConformance)('by the official schemas of the NFS-e', () => {
  it('declarations of every kind are valid, signed', () => {
    const letters = { ...SAMPLE_DPS, prest: { ...SAMPLE_DPS.prest, CNPJ: '12ABC34501DE35' } }
    const substitute = { ...SAMPLE_DPS, subst: { chSubstda: keyOf(1), cMotivo: '01' } }
    const all = [SAMPLE_DPS, letters, substitute, ...fc.sample(anyDps, { numRuns: 80, seed: 7 })]
    for (const dps of all) expect(faults(sign(dpsXml(dps).xml, pair), 'DPS_v1.01.xsd')).toEqual([])
  })

  it.each(EVENTS)('an event $tpEvento is valid, signed', (detail) => {
    expect(faults(sign(nfseEventXml({ ...SAMPLE_EVENT, ...detail }).xml, pair), 'pedRegEvento_v1.01.xsd')).toEqual([])
  })
})
