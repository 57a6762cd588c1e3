import fc from 'fast-check'
import { accessKeyDigit } from '../access-key'
import type { ManifestEvent, ManifestEventDetail } from './event'
import type { Manifest } from './manifest'
import { manifestKey } from './manifest-xml'

/** Manifests of every kind that the product issues, made up: no company or person is real. */

/** The key of a document of a model, whole. */
export function keyOf(mod: '55' | '57' | '58', number: number): string {
  const head = `35261111222333000181${mod}001${String(number).padStart(9, '0')}110203040`
  return head + accessKeyDigit(head)
}

const address = {
  xLgr: 'Rua das Flores',
  nro: '100',
  xBairro: 'Centro',
  cMun: '3550308',
  xMun: 'Sao Paulo',
  CEP: '01001000',
  UF: 'SP',
}

/** Own cargo from São Paulo to Rio de Janeiro. */
export const SAMPLE_MANIFEST: Manifest = {
  ide: {
    tpAmb: '2',
    tpEmit: '2',
    serie: '1',
    nMDF: '77',
    cMDF: '20304050',
    dhEmi: '2026-11-20T12:00:00-03:00',
    tpEmis: '1',
    UFIni: 'SP',
    UFFim: 'RJ',
    infMunCarrega: [{ cMunCarrega: '3550308', xMunCarrega: 'Sao Paulo' }],
  },
  emit: { CNPJ: '11222333000181', IE: '110042490114', xNome: 'EMPRESA TESTE UM LTDA', enderEmit: address },
  rodo: {
    veicTracao: {
      cInt: 'V1',
      placa: 'ABC1D23',
      RENAVAM: '12345678901',
      tara: '5000',
      capKG: '10000',
      condutor: [{ xNome: 'MOTORISTA TESTE', CPF: '52998224725' }],
      tpRod: '01',
      tpCar: '02',
      UF: 'SP',
    },
  },
  infDoc: {
    infMunDescarga: [
      { cMunDescarga: '3304557', xMunDescarga: 'Rio de Janeiro', infNFe: [{ chNFe: keyOf('55', 1002) }] },
    ],
  },
  tot: { vCarga: '1104.50', cUnid: '01', qCarga: '85.5000' },
}

export const PROTOCOL_NUMBER = '935260000000003'

/** What every event of the sample says. */
export const SAMPLE_EVENT: Omit<ManifestEvent, keyof ManifestEventDetail> = {
  tpAmb: '2',
  CNPJ_CPF: '11222333000181',
  chMDFe: manifestKey(SAMPLE_MANIFEST),
  dhEvento: '2026-11-21T08:00:00-03:00',
  nSeqEvento: 1,
}

/** An event of every kind. */
export const EVENTS: readonly ManifestEventDetail[] = [
  { tpEvento: '110111', nProt: PROTOCOL_NUMBER, xJust: 'Viagem que não será feita' },
  { tpEvento: '110112', nProt: PROTOCOL_NUMBER, dtEnc: '2026-11-21', cUF: '33', cMun: '3304557' },
  { tpEvento: '110114', xNome: 'MOTORISTA DOIS', CPF: '52998224725' },
  {
    tpEvento: '110115',
    nProt: PROTOCOL_NUMBER,
    cMunCarrega: '3550308',
    xMunCarrega: 'São Paulo',
    infDoc: [{ cMunDescarga: '3304557', xMunDescarga: 'Rio de Janeiro', chNFe: keyOf('55', 9) }],
  },
]

const cents = (most: number) => fc.integer({ min: 1, max: most }).map((value) => (value / 100).toFixed(2))
const name = fc.constantFrom('Transportes Água Azul', 'João & Filhos', 'Seguradora “Boa”', 'ACME')
const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined })
const town = (cMunDescarga: string, xMunDescarga: string) => ({ cMunDescarga, xMunDescarga })

const payment = fc
  .record({ parts: fc.array(cents(900_000), { minLength: 1, maxLength: 4 }), later: fc.boolean(), pix: fc.boolean() })
  .map(({ parts, later, pix }) => {
    const total = parts.reduce((all, one) => all + Math.round(Number(one) * 100), 0)
    const [vContrato, half] = [(total / 100).toFixed(2), Math.floor(total / 2)]
    const [vAdiant, vParcela] = [(half / 100).toFixed(2), ((total - half) / 100).toFixed(2)]
    return {
      CNPJ: '33000167000101',
      Comp: parts.map((vComp, index) => ({ tpComp: `0${(index % 4) + 1}`, vComp })),
      vContrato,
      indPag: later ? '1' : '0',
      ...(later ? { vAdiant, infPrazo: [{ nParcela: '001', dVenc: '2026-12-20', vParcela }] } : {}),
      infBanc: pix ? { PIX: 'frete@empresa.com.br' } : { codBanco: '001', codAgencia: '1234' },
    }
  })

const insurance = fc.record({
  ours: fc.boolean(),
  xSeg: name,
  nAver: fc.array(fc.constant('12345'), { minLength: 1, maxLength: 3 }),
})

/** Carriers and own cargo, of one way or another, with and without tolls, CIOT, payment, trailers and insurance. */
export const anyManifest: fc.Arbitrary<Manifest> = fc
  .record({
    carrier: fc.boolean(),
    number: fc.integer({ min: 1, max: 999_999_999 }),
    end: fc.constantFrom(
      { UFFim: 'RJ', way: [], town: town('3304557', 'Rio de Janeiro') },
      { UFFim: 'SP', way: [], town: town('3509502', 'Campinas') },
      { UFFim: 'BA', way: ['MG'], town: town('2927408', 'Salvador') },
      { UFFim: 'RS', way: ['PR', 'SC'], town: town('4314902', 'Porto Alegre') },
    ),
    documents: fc.uniqueArray(fc.integer({ min: 1, max: 9_999 }), { minLength: 1, maxLength: 12 }),
    vCarga: cents(99_999_999),
    grams: fc.integer({ min: 1, max: 90_000_000 }),
    cUnid: fc.constantFrom('01', '02'),
    payments: fc.array(payment, { minLength: 1, maxLength: 2 }),
    toll: maybe(cents(99_999)),
    insured: fc.array(insurance, { minLength: 1, maxLength: 2 }),
    trailers: fc.integer({ min: 0, max: 3 }),
    seals: fc.array(fc.constantFrom('L-1', 'L-2'), { maxLength: 3 }),
    infCpl: maybe(fc.constantFrom('Rota 12', 'Entrega até as 18h')),
    drivers: fc.integer({ min: 1, max: 3 }),
  })
  .map((one) => {
    const { carrier, end, seals } = one
    const keys = one.documents.map((number) => keyOf(carrier ? '57' : '55', number))
    return {
      ...SAMPLE_MANIFEST,
      ide: {
        ...SAMPLE_MANIFEST.ide,
        nMDF: String(one.number),
        tpEmit: carrier ? '1' : '2',
        UFFim: end.UFFim,
        ...(end.way.length === 0 ? {} : { infPercurso: end.way.map((UFPer) => ({ UFPer })) }),
      },
      rodo: {
        ...(carrier ? { infANTT: anttOf(one.payments, one.toll) } : {}),
        veicTracao: {
          ...SAMPLE_MANIFEST.rodo.veicTracao,
          condutor: Array.from({ length: one.drivers }, (_, at) => ({
            xNome: `MOTORISTA ${at + 1}`,
            CPF: '52998224725',
          })),
        },
        ...(one.trailers === 0 ? {} : { veicReboque: trailersOf(one.trailers) }),
      },
      infDoc: {
        infMunDescarga: [
          {
            ...end.town,
            ...(carrier ? { infCTe: keys.map((chCTe) => ({ chCTe })) } : { infNFe: keys.map((chNFe) => ({ chNFe })) }),
          },
        ],
      },
      ...(carrier ? { seg: one.insured.map(insuranceOf) } : {}),
      tot: { vCarga: one.vCarga, cUnid: one.cUnid, qCarga: (one.grams / 1000).toFixed(4) },
      ...(seals.length === 0 ? {} : { lacres: seals.map((nLacre) => ({ nLacre })) }),
      ...(one.infCpl === undefined ? {} : { infAdic: { infCpl: one.infCpl } }),
    }
  })

type Antt = NonNullable<Manifest['rodo']['infANTT']>

const anttOf = (infPag: NonNullable<Antt['infPag']>, toll: string | undefined): Antt => ({
  RNTRC: '12345678',
  infCIOT: [{ CIOT: '123456789012', CNPJ: '33000167000101' }],
  ...(toll === undefined
    ? {}
    : {
        valePed: {
          disp: [{ CNPJForn: '33000167000101', nCompra: '7', vValePed: toll, tpValePed: '01' }],
          categCombVeic: '02',
        },
      }),
  infContratante: [{ xNome: 'Cliente de Teste S/A', CNPJ: '33000167000101' }],
  infPag,
})

const trailersOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    placa: `DEF1G2${at}`,
    tara: '3000',
    capKG: '20000',
    tpCar: '02',
    UF: 'SP',
  }))

const insuranceOf = ({ ours, xSeg, nAver }: { ours: boolean; xSeg: string; nAver: string[] }) => ({
  infResp: ours ? { respSeg: '1' } : { respSeg: '2', CNPJ: '33000167000101' },
  infSeg: { xSeg, CNPJ: '33000167000101' },
  nApol: 'A-1',
  nAver,
})
