import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyDps, keyOf, SAMPLE_DPS } from '../../../core/fiscal/nfse/declarations.fixture'
import { dpsXml } from '../../../core/fiscal/nfse/dps-xml'
import { type NfseEventDetail, nfseEventXml } from '../../../core/fiscal/nfse/event'
import { testPair } from '../../../fixtures/certificates'
import { CONFORMANCE, hasConformance } from '../../../fixtures/conformance'
import { schemasIn } from './schemas'
import { sign } from './sign'

const pair = testPair()

/** What is wrong with a document by a file of the newest official package; nothing where it is valid. */
function faults(xml: string, file: string): readonly unknown[] {
  const verdict = schemasIn(join(CONFORMANCE, 'fiscal/xsd')).check(xml, { file, day: '2026-11-20' })
  if (verdict.state === 'none') return [verdict.why]
  expect(verdict.set).toBe('nfse-nacional-1.01_cnpj-alfa')
  return verdict.state === 'valid' ? [] : verdict.errors
}

const event = {
  tpAmb: '2',
  CNPJ_CPF: '11222333000181',
  chNFSe: keyOf(1),
  dhEvento: '2026-11-21T08:00:00-03:00',
} as const
const xMotivo = 'Erro na emissão da nota'
const DETAILS: readonly NfseEventDetail[] = [
  { tpEvento: '101101', cMotivo: '1', xMotivo },
  { tpEvento: '101103', cMotivo: '9', xMotivo },
  { tpEvento: '105102', cMotivo: '01', chSubstituta: keyOf(2) },
  { tpEvento: '105102', cMotivo: '99', xMotivo, chSubstituta: keyOf(2) },
]

describe.skipIf(!hasConformance)('by the official schemas of the NFS-e', () => {
  it('declarations of every kind are valid, signed', () => {
    const letters = { ...SAMPLE_DPS, prest: { ...SAMPLE_DPS.prest, CNPJ: '12ABC34501DE35' } }
    const substitute = { ...SAMPLE_DPS, subst: { chSubstda: keyOf(1), cMotivo: '01' } }
    const all = [SAMPLE_DPS, letters, substitute, ...fc.sample(anyDps, { numRuns: 80, seed: 7 })]
    for (const dps of all) expect(faults(sign(dpsXml(dps).xml, pair), 'DPS_v1.01.xsd')).toEqual([])
  })

  it.each(DETAILS)('an event $tpEvento is valid, signed', (detail) => {
    expect(faults(sign(nfseEventXml({ ...event, ...detail }).xml, pair), 'pedRegEvento_v1.01.xsd')).toEqual([])
  })
})
