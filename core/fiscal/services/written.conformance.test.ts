import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CONFORMANCE, hasConformance } from '../../../fixtures/conformance'
import { text, child, parseXml } from '../xml'
import { eventXml } from './event'
import { voidXml } from './void'

const read = (name: string) => readFileSync(join(CONFORMANCE, 'fiscal/signature', `${name}.unsigned.xml`), 'utf8')
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>'

describe.skipIf(!hasConformance)('what is written', () => {
  it('is what the golden events are, byte for byte', () => {
    for (const name of ['evento-cancelamento-110111', 'evento-ciencia-210210']) {
      const golden = read(name)
      const inf = child(parseXml(golden), 'evento', 'infEvento')
      const of = (...path: string[]) => text(inf, ...path) ?? ''
      const base = {
        tpAmb: '2',
        CNPJ_CPF: of('CNPJ'),
        chNFe: of('chNFe'),
        dhEvento: of('dhEvento'),
        nSeqEvento: 1,
      } as const
      const detail =
        of('tpEvento') === '110111'
          ? ({ tpEvento: '110111', nProt: of('detEvento', 'nProt'), xJust: of('detEvento', 'xJust') } as const)
          : ({ tpEvento: '210210' } as const)
      expect(DECLARATION + eventXml({ ...base, ...detail })).toBe(golden)
    }
  })

  it('is what the golden voided range is', () => {
    const golden = read('inutilizacao-nfe')
    const range = { tpAmb: '2', cUF: '35', ano: '26', CNPJ_CPF: '11222333000181', mod: '55', serie: 1 } as const
    const xJust = 'Quebra de sequencia por falha no sistema'
    expect(DECLARATION + voidXml({ ...range, nNFIni: 1010, nNFFin: 1015, xJust })).toBe(golden)
  })
})
