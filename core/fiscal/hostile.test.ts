import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CoreError } from '../errors'
import { lotReceipt, lotResult } from './gnre/answers'
import { checkGuide } from './gnre/check'
import { anyGuide } from './gnre/guides.fixture'
import { gnreLotXml } from './gnre/lot-xml'
import { stateRulesAnswer } from './gnre/rules'
import { spoilt } from './layout/hostile.fixture'
import { manifestAnswer, manifestEventAnswer, manifestQueryAnswer, openManifestsAnswer } from './mdfe/answers'
import { checkManifest } from './mdfe/check'
import { manifestXml } from './mdfe/manifest-xml'
import { anyManifest } from './mdfe/manifests.fixture'
import { readManifest } from './mdfe/read-manifest'
import { nfseAnswer } from './nfse/answers'
import { checkDps } from './nfse/check'
import { anyDps } from './nfse/declarations.fixture'
import { dpsXml } from './nfse/dps-xml'
import { readDps, readNfse } from './nfse/read-nfse'

const inWords = /^\S.*[.!]$/s

describe('a document with anything in its fields', () => {
  it('is a manifest that is told what is wrong, without an error', () => {
    const told = fc.property(spoilt(anyManifest), (one) => {
      for (const { message } of checkManifest(one)) expect(message).toMatch(inWords)
    })
    fc.assert(told, { numRuns: 500 })
  })

  it('is a declaration of services that is told what is wrong', () => {
    const told = fc.property(spoilt(anyDps), (one) => {
      for (const { message } of checkDps(one)) expect(message).toMatch(inWords)
    })
    fc.assert(told, { numRuns: 500 })
  })

  it('is a guide that is told what is wrong', () => {
    const told = fc.property(spoilt(anyGuide), (one) => {
      for (const { message } of checkGuide(one)) expect(message).toMatch(inWords)
    })
    fc.assert(told, { numRuns: 500 })
  })
})

/** Texts of real documents, cut, doubled, or with a piece put in. */
const documents = fc.oneof(
  anyManifest.map((one) => manifestXml(one).xml),
  anyDps.map((one) => dpsXml(one).xml),
  anyGuide.map((one) => gnreLotXml([one]).xml),
  fc
    .constantFrom('MDFe', 'NFSe', 'DPS', 'infDPS', 'TResultLote_GNRE', 'TConfigUf', 'retMDFe', 'retEventoMDFe')
    .map((name) => `<${name}><x>1</x></${name}>`),
)
const pieces = fc.constantFrom(
  '',
  '<a/>',
  '</infMDFe>',
  '&#x0;',
  '<!DOCTYPE x>',
  '<![CDATA[x]]>',
  '<infNFSe/>',
  '__proto__',
  '\u0000',
)
const broken = fc
  .tuple(documents, fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(40), pieces)
  .map(([xml, share, length, piece]) => {
    const at = Math.floor(share * xml.length)
    return xml.slice(0, at) + piece + xml.slice(at + length)
  })

const READERS: readonly (readonly [name: string, read: (xml: string) => unknown])[] = [
  ['readManifest', readManifest],
  ['manifestAnswer', manifestAnswer],
  ['manifestEventAnswer', manifestEventAnswer],
  ['manifestQueryAnswer', manifestQueryAnswer],
  ['openManifestsAnswer', openManifestsAnswer],
  ['readNfse', readNfse],
  ['readDps', readDps],
  ['nfseAnswer', (body) => [nfseAnswer(201, body), nfseAnswer(400, body)]],
  ['lotReceipt', lotReceipt],
  ['lotResult', lotResult],
  ['stateRulesAnswer', stateRulesAnswer],
]

describe('a text that is broken anywhere', () => {
  it.each(READERS)('is read by %s, or refused with an error of ours', (_, read) => {
    fc.assert(
      fc.property(broken, (xml) => {
        try {
          expect(read(xml)).toBeDefined()
        } catch (error) {
          expect(error).toBeInstanceOf(CoreError)
        }
      }),
      { numRuns: 150 },
    )
  })
})
