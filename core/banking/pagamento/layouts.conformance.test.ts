import { describe, expect, it } from 'vitest'
import { conformance, hasConformance } from '../../../fixtures/conformance'
import type { FixedRecord } from '../../layout/fixed-width'
import type { LayoutPagamento } from './layout'
import { GERAL, LAYOUTS_PAGAMENTO } from './layouts/layouts'
import { occurrencesOf } from './occurrences'
import type { Tributo } from './pagamento'

/** Our columns against those that other programs have for the same records. */

interface Told {
  readonly start: number
  readonly end: number
}
type Records = Readonly<Record<string, readonly Told[]>>

const FOLDER = 'finance/cnab/layouts'
const recordsIn = (name: string): Records => conformance<{ records: Records }>(`${FOLDER}/${name}.json`).records

/** Our fields that stand at no field of theirs; columns that are always the same may be any part. */
const elsewhere = (
  record: FixedRecord | undefined,
  told: readonly Told[] | undefined,
  before = 0,
): readonly string[] => {
  if (!record || !told) return ['no record']
  const places = new Set(told.map(({ start, end }) => `${start + before}-${end + before}`))
  return Object.entries(record).flatMap(([name, { kind, at, length }]) => {
    const place = `${at}-${at + length - 1}`
    return kind === 'constant' || places.has(place) ? [] : [`${name} ${place}`]
  })
}

const itau = (): LayoutPagamento => LAYOUTS_PAGAMENTO.get('341') ?? GERAL

describe.skipIf(!hasConformance)('columns of payments', () => {
  it('of FEBRABAN are where a public layout has them', () => {
    const told = recordsIn('000-generico-cnab240-pagamento-cnab-layouts-pagamentos')
    const of = (name: string) => told[`remessa.${name}`]
    const { lote, fim } = GERAL.lotes.transferencia
    expect({
      header: elsewhere(GERAL.header, of('header_arquivo')),
      fim: elsewhere(GERAL.fim, of('trailer_arquivo')),
      lote: elsewhere(lote, of('header_lote')),
      fimLote: elsewhere(fim, of('trailer_lote')),
      a: elsewhere(GERAL.a, of('detalhes.segmento_a')),
      b: elsewhere(GERAL.b, of('detalhes.segmento_b')),
    }).toEqual({
      header: [],
      fim: [],
      // Two fields of theirs are one of ours.
      lote: ['empresa_cep 213-220'],
      fimLote: [],
      a: ['movimento 15-17'],
      b: ['favorecido_cep 118-125'],
    })
  })

  it('of Itaú are where a public layout of SISPAG has them', () => {
    const told = recordsIn('341-itau-cnab240-pagamento-sispag-v086')
    const own = itau()
    expect({
      header: elsewhere(own.header, told['fileHeader']),
      fim: elsewhere(own.fim, told['fileTrailer']),
      transfers: elsewhere(own.lotes.transferencia.lote, told['batchHeaderTransfer']),
      slips: elsewhere(own.lotes.boleto.lote, told['batchHeaderBankSlip']),
      ends: elsewhere(own.lotes.transferencia.fim, told['batchTrailerTransfer']),
      guides: elsewhere(own.lotes.guia.fim, told['batchTrailerUtility']),
      taxes: elsewhere(own.lotes.tributo.fim, told['batchTrailerTax']),
      a: elsewhere(own.a, told['segmentA']),
      b: elsewhere(own.b, told['segmentB']),
      bPix: elsewhere(own.bPix, told['segmentBPix']),
      j: elsewhere(own.j, told['segmentJ']),
      j52: elsewhere(own.j52, told['segmentJ52']),
      j52Pix: elsewhere(own.j52Pix, told['segmentJ52Pix']),
      o: elsewhere(own.o, told['segmentO']),
      w: elsewhere(own.w, told['segmentW']),
      z: elsewhere(own.z, told['segmentZ']),
    }).toEqual({
      header: [],
      fim: [],
      transfers: [],
      slips: [],
      ends: [],
      guides: [],
      taxes: [],
      // The account is one field there, of 20 columns.
      a: ['favorecido_agencia 24-28', 'favorecido_conta 30-41', 'favorecido_conta_dv 43-43'],
      b: [],
      bPix: [],
      // The barcode is six.
      j: ['codigo_barras 18-61'],
      j52: [],
      j52Pix: [],
      o: [],
      w: [],
      z: [],
    })
  })

  it('of taxes at Itaú are where a public layout has them', () => {
    const { layouts } = conformance<{ layouts: Records }>(`${FOLDER}/tributos-341-segmento-n.json`)
    const names: Readonly<Record<Tributo, string>> = {
      gps: 'Gps',
      darf: 'Darf',
      darf_simples: 'DarfSimples',
      darj: 'Darj',
      gare_icms: 'GareSpIcms',
      ipva: 'Ipva',
      dpvat: 'Dpvat',
      fgts: 'Fgts',
    }
    const common = /^(?:lote|n|movimento|seu_numero|nosso_numero|ocorrencias) /
    const { n } = itau()
    const wrong = Object.entries(n).flatMap(([name, record]) => {
      const told = Object.entries(names).find(([own]) => own === name)?.[1] ?? ''
      return elsewhere(record, layouts[`${told}DataLayout`], 17).filter((one) => !common.test(one))
    })
    expect(wrong).toEqual([])
    expect(Object.keys(n).toSorted()).toEqual(Object.keys(names).toSorted())
  })

  it('have words for every code of SISPAG', () => {
    const { codes } = conformance<{ codes: Readonly<Record<string, string>> }>(
      'finance/cnab/codes/ocorrencias-pagamento-341-sispag.json',
    )
    const unknown = Object.keys(codes).filter((code) => occurrencesOf('341', code)[0]?.texto === `Ocorrência ${code}`)
    expect(unknown).toEqual([])
    expect(Object.keys(codes).length).toBeGreaterThan(90)
  })
})
