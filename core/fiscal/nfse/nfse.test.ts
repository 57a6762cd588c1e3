import { describe, expect, it } from 'vitest'
import { errorCode } from '../../../fixtures/error-code'
import { readDocumentId } from '../document-id'
import { expectWhole } from '../layout/hostile.fixture'
import { nfseAnswer } from './answers'
import { checkDps } from './check'
import {
  anyDps,
  city,
  EVENTS,
  keyOf,
  SAMPLE_DPS,
  SAMPLE_EVENT,
  system,
  trib,
  type Trib,
  values,
} from './declarations.fixture'
import type { Dps } from './dps'
import { dpsId, dpsXml } from './dps-xml'
import { nfseEventXml, requireNfseKey } from './event'
import { nfseFunctions } from './functions'
import { readDps, readNfse } from './read-nfse'

describe('a declaration of services', () => {
  it('is one element after the other, and its Id says whose it is', () => {
    const { xml, idDps, set, faults } = dpsXml(SAMPLE_DPS)
    expect(faults).toEqual([])
    expect(checkDps(SAMPLE_DPS)).toEqual([])
    expect(set).toBe('1.01-alfa')
    expect(dpsXml({ ...SAMPLE_DPS, dhEmi: '2026-03-01T10:00:00-03:00' }).set).toBe('1.01')
    expect(xml).toMatch(
      /^<DPS xmlns="http:\/\/www\.sped\.fazenda\.gov\.br\/nfse" versao="1\.01"><infDPS Id="DPS\d{42}"><tpAmb>2/,
    )
    expect(readDocumentId('DPS', idDps ?? '')).toMatchObject({
      cMun: '3550308',
      insc: '11222333000181',
      nDPS: '000000000000015',
    })
    expect(dpsId({ ...SAMPLE_DPS, prest: { CPF: '52998224725', regTrib: SAMPLE_DPS.prest.regTrib } })).toContain(
      '100052998224725',
    )
    expect(xml).not.toMatch(/>\s+<|<\w+\/>|<(\w+)><\/\1>/)
  })

  it('of any kind is taken by both layouts and our check, and reads back whole: what is built again is the same to the byte', () => {
    expectWhole(anyDps, {
      write: (one) => dpsXml(one),
      check: (one) => [...dpsXml(one, '1.01').faults, ...checkDps(one)],
      read: readDps,
    })
  })

  it('is of who declares: provider, taker or intermediary', () => {
    expect(dpsId({ ...SAMPLE_DPS, tpEmit: '2' })).toContain('206157250000116')
    expect(dpsId({ ...SAMPLE_DPS, tpEmit: '3', interm: { CNPJ: '33000167000101', xNome: 'I' } })).toContain(
      '233000167000101',
    )
    expect(dpsXml({ ...SAMPLE_DPS, tpEmit: '3' }).idDps).toBeUndefined()
    expect(errorCode(() => dpsId({ ...SAMPLE_DPS, serie: '123456' }))).toBe('invalid_document_id')
  })
})

const federal = (tribFed: Trib['tribFed']): Dps => trib({ tribFed })
const WRONG: readonly [cStat: string | undefined, message: RegExp, dps: Dps, field: string][] = [
  [
    undefined,
    /quem emite não confere/,
    { ...SAMPLE_DPS, prest: { ...SAMPLE_DPS.prest, CNPJ: '11222333000182' } },
    'CNPJ_CPF',
  ],
  [undefined, /tomador não confere/, { ...SAMPLE_DPS, toma: { CPF: '52998224726', xNome: 'X' } }, 'CNPJ_CPF'],
  [undefined, /competência não pode/, { ...SAMPLE_DPS, dCompet: '2026-11-21' }, 'dCompet'],
  [undefined, /como a empresa do Simples apura/, system({ opSimpNac: '3', regEspTrib: '0' }), 'CRT'],
  [undefined, /Só a ME ou EPP/, system({ opSimpNac: '1', regApTribSN: '1', regEspTrib: '0' }), 'CRT'],
  [
    'E0172',
    /regime especial só cabe/,
    { ...city({ tribISSQN: '2' }), prest: system({ opSimpNac: '1', regEspTrib: '1' }).prest },
    'tribISSQN',
  ],
  [undefined, /Sem ISS tributado/, city({ tribISSQN: '4', pAliq: '5' }), 'pAliq'],
  [
    'E0604',
    /Com regime especial/,
    { ...city({ pAliq: '5' }), prest: system({ opSimpNac: '1', regEspTrib: '1' }).prest },
    'pAliq',
  ],
  ['E0617', /já dá a alíquota/, city({ pAliq: '5' }), 'pAliq'],
  ['E0713', /Quem não é do Simples/, trib({ totTrib: { indTotTrib: '0' } }), 'totTrib'],
  [undefined, /não é tributado/, city({ tribISSQN: '4', tpRetISSQN: '2' }), 'tpRetISSQN'],
  [undefined, /quem retém/, { ...city({ tpRetISSQN: '2' }), toma: undefined }, 'tpRetISSQN'],
  [undefined, /quem retém/, city({ tpRetISSQN: '3' }), 'tpRetISSQN'],
  [undefined, /foram extintos/, federal({ piscofins: { CST: '01', tpRetPisCofins: '2' } }), 'tribFed'],
  [undefined, /informe quais/, federal({ piscofins: { CST: '01', tpRetPisCofins: '0' }, vRetCSLL: '1' }), 'tribFed'],
  [undefined, /somados/, federal({ piscofins: { CST: '01', tpRetPisCofins: '3' } }), 'tribFed'],
  [undefined, /descrição dele/, { ...SAMPLE_DPS, subst: { chSubstda: keyOf(1), cMotivo: '99' } }, 'xMotivo'],
  [undefined, /maior que zero/, values({ vServPrest: { vServ: '0' } }), 'vServ'],
  [undefined, /passam do valor do serviço/, values({ vDedRed: { vDR: '1000.01' } }), 'vDedRed'],
  [undefined, /retenções passam/, federal({ vRetIRRF: '1000.01' }), 'tribFed'],
  [
    undefined,
    /Código de tributação nacional: não está na forma que a NFS-e pede/,
    { ...SAMPLE_DPS, serv: { ...SAMPLE_DPS.serv, cServ: { ...SAMPLE_DPS.serv.cServ, cTribNac: '0101' } } },
    'cTribNac',
  ],
  [undefined, /Série: não está/, { ...SAMPLE_DPS, serie: '99999' }, 'serie'],
]

describe('what the national system would refuse is said before, with the field', () => {
  it.each(WRONG)('%s %s', (cStat, message, dps, field) => {
    const found = checkDps(dps, { isTownActive: true }).filter((one) => message.test(one.message))
    expect(found.map((one) => [one.cStat, one.place?.field])).toContainEqual([cStat, field])
  })

  it('and the rate is taken where the town gives none', () => {
    expect(checkDps(city({ pAliq: '5' }), { isTownActive: false })).toEqual([])
  })
})

describe('events of a note', () => {
  it('of every kind are taken by the layout', () => {
    // By a company and by a person.
    const made = EVENTS.flatMap((detail) =>
      [SAMPLE_EVENT.CNPJ_CPF, '52998224725'].map((CNPJ_CPF) => nfseEventXml({ ...SAMPLE_EVENT, CNPJ_CPF, ...detail })),
    )
    for (const { xml, faults } of made) {
      expect(faults).toEqual([])
      expect(xml).toContain(`Id="PRE${keyOf(1)}1`)
    }
  })

  it('tell what the layout refuses, and throw for a key that is none', () => {
    const { faults } = nfseEventXml({ ...SAMPLE_EVENT, tpEvento: '101101', cMotivo: '1', xMotivo: 'curto' })
    expect(faults).toMatchObject([{ wrong: { kind: 'short', limit: 15 } }])
    expect(errorCode(() => requireNfseKey('1'))).toBe('invalid_access_key')
    expect(
      errorCode(() => nfseEventXml({ ...SAMPLE_EVENT, tpEvento: '105102', cMotivo: '01', chSubstituta: 'x' })),
    ).toBe('invalid_access_key')
  })
})

describe('what comes back', () => {
  it('is stored, refused with all errors, or uncertain', () => {
    const stored = { chaveAcesso: keyOf(1), idDps: 'DPS1', nfseXmlGZipB64: 'H4s' }
    expect(nfseAnswer(201, JSON.stringify(stored))).toEqual({
      state: 'stored',
      chNFSe: keyOf(1),
      idDps: 'DPS1',
      gzip: 'H4s',
    })
    const erros = [
      { Codigo: 'E0617', Descricao: 'Não é permitido', Complemento: 'pAliq' },
      { codigo: 'E1', descricao: 'Dois' },
    ]
    expect(nfseAnswer(400, JSON.stringify({ erros }))).toEqual({
      state: 'refused',
      errors: [
        { codigo: 'E0617', descricao: 'Não é permitido', complemento: 'pAliq' },
        { codigo: 'E1', descricao: 'Dois', complemento: null },
      ],
    })
    for (const [status, body] of [
      [500, '{}'],
      [504, ''],
      [400, '<html>'],
      [400, '{}'],
      [201, 'x'],
    ] as const)
      expect(nfseAnswer(status, body)).toEqual({ state: 'uncertain' })
  })

  it('is read with its declaration, and one that is not whole is told', () => {
    const { xml } = dpsXml(SAMPLE_DPS)
    const note = `<NFSe xmlns="http://www.sped.fazenda.gov.br/nfse" versao="1.01"><infNFSe Id="NFS${keyOf(7)}"><nNFSe>7</nNFSe><cStat>100</cStat><emit><CNPJ>11222333000181</CNPJ><xNome>E &amp; F</xNome></emit><valores><vBC>1000.00</vBC><vISSQN>29.00</vISSQN><vLiq>1000.00</vLiq></valores><IBSCBS><valores><vBC>1.00</vBC></valores><totCIBS><vTotNF>9.00</vTotNF><gIBS><vIBSTot>2.00</vIBSTot><gIBSUFTot><vIBSUF>1.50</vIBSUF></gIBSUFTot></gIBS><gCBS><vCBS>3.00</vCBS></gCBS></totCIBS></IBSCBS>${xml}</infNFSe></NFSe>`
    const read = readNfse(note)
    expect(read).toMatchObject({
      chNFSe: keyOf(7),
      nNFSe: '7',
      emit: { xNome: 'E & F', CPF: null },
      valores: { vISSQN: '29.00', vTotalRet: null },
      IBSCBS: { vBC: '1.00', vIBSUF: '1.50', vIBSMun: null, vIBSTot: '2.00', vCBS: '3.00', vTotNF: '9.00' },
      idDps: dpsId(SAMPLE_DPS),
      warnings: [],
    })
    expect(dpsXml(read.dps ?? SAMPLE_DPS).xml).toBe(xml)
    expect(readNfse(note.replace('<nDPS>15</nDPS>', ''))).toMatchObject({
      dps: null,
      warnings: [expect.stringMatching(/falta nDPS/)],
    })
    expect(errorCode(() => readNfse(`<x>${note}${note}</x>`))).toBe('several_documents')
    expect(errorCode(() => readNfse(xml))).toBe('not_nfse')
    expect(errorCode(() => readDps('<NFe/>'))).toBe('not_nfse')
    expect(() => readDps(xml.replace('<tpAmb>2<', '<tpAmb>9<'))).toThrow(/tpAmb tem um valor que não é aceito/)
  })
})

describe('the functions of the note of services', () => {
  const run = (name: string, input: unknown): object =>
    Object(nfseFunctions.find((one) => one.name === name)?.run(input))

  it('build, check, place and read', () => {
    const { xml } = dpsXml(SAMPLE_DPS)
    const made = run('fiscal.dps', { ...SAMPLE_DPS, aliquotaISS: '2.9' })
    expect(made).toMatchObject({ leiaute: '1.01-alfa', xml, problemas: [] })
    expect(JSON.parse(JSON.stringify(made))).toMatchObject({
      valores: { vISSQN: '29', vLiq: '1000' },
      reforma: { vCBS: '8.74' },
    })
    expect(run('fiscal.readDps', { xml })).toMatchObject({ nDPS: '15' })
    const rate = {
      cTribNac: '010101',
      cMunPrest: '1',
      dia: '2026-11-20',
      aliquotas: [{ cMun: '1', cTribNac: '01', pAliq: 1, since: '2020-01-01' }],
    }
    expect(run('fiscal.issRate', rate)).toEqual({ cMun: '1', pAliq: '1', abaixoDoMinimo: true })
    const cancel = { ...SAMPLE_EVENT, tpEvento: '101101', cMotivo: '1', xMotivo: 'Erro na emissão' }
    expect(run('fiscal.nfseEvent', cancel)).toMatchObject({ faults: [] })
    expect(run('fiscal.nfseAnswer', { status: 500, body: '' })).toEqual({ state: 'uncertain' })
    expect(errorCode(() => run('fiscal.readNfse', { xml }))).toBe('not_nfse')
  })
})
