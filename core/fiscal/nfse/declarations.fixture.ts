import fc from 'fast-check'
import type { Dps } from './dps'
import type { NfseEvent, NfseEventDetail } from './event'

/** Declarations of every kind that the product issues, made up: no company or person is real. */

/** The key of a note, of São Paulo. */
export const keyOf = (number: number): string =>
  `35503082211222333000181${String(number).padStart(13, '0')}26111234567890`

/** Software made to order, in São Paulo, by a company that is not of Simples. */
export const SAMPLE_DPS: Dps = {
  tpAmb: '2',
  dhEmi: '2026-11-20T10:00:00-03:00',
  serie: '1',
  nDPS: '15',
  dCompet: '2026-11-20',
  tpEmit: '1',
  cLocEmi: '3550308',
  prest: { CNPJ: '11222333000181', regTrib: { opSimpNac: '1', regEspTrib: '0' } },
  toma: { CNPJ: '06157250000116', xNome: 'TOMADOR TESTE LTDA' },
  serv: {
    locPrest: { cLocPrestacao: '3550308' },
    cServ: { cTribNac: '010101', xDescServ: 'Desenvolvimento de software sob encomenda', cNBS: '115022000' },
  },
  valores: {
    vServPrest: { vServ: '1000.00' },
    trib: {
      tribMun: { tribISSQN: '1', tpRetISSQN: '1' },
      totTrib: { pTotTrib: { pTotTribFed: '13.45', pTotTribEst: '0', pTotTribMun: '2.90' } },
    },
  },
  IBSCBS: {
    finNFSe: '0',
    indFinal: '0',
    cIndOp: '100301',
    indDest: '0',
    valores: { trib: { gIBSCBS: { CST: '000', cClassTrib: '000001' } } },
  },
}

/** What every event of a note says. */
export const SAMPLE_EVENT: Omit<NfseEvent, keyof NfseEventDetail> = {
  tpAmb: '2',
  CNPJ_CPF: '11222333000181',
  chNFSe: keyOf(1),
  dhEvento: '2026-11-21T08:00:00-03:00',
}

const xMotivo = 'Erro na emissão da nota'
/** An event of every kind. */
export const EVENTS: readonly NfseEventDetail[] = [
  { tpEvento: '101101', cMotivo: '1', xMotivo },
  { tpEvento: '101103', cMotivo: '9', xMotivo },
  { tpEvento: '105102', cMotivo: '01', chSubstituta: keyOf(2) },
  { tpEvento: '105102', cMotivo: '99', xMotivo, chSubstituta: keyOf(2) },
]

type CityTax = Dps['valores']['trib']['tribMun']
export type Trib = Dps['valores']['trib']
/** The sample with other taxes, values, ISS or system of tax. */
export const trib = (change: Partial<Trib>): Dps => values({ trib: { ...SAMPLE_DPS.valores.trib, ...change } })
export const values = (change: Partial<Dps['valores']>): Dps => ({
  ...SAMPLE_DPS,
  valores: { ...SAMPLE_DPS.valores, ...change },
})
export const city = (change: Partial<CityTax>): Dps => trib({ tribMun: { tribISSQN: '1', tpRetISSQN: '1', ...change } })
export const system = (regTrib: Dps['prest']['regTrib']): Dps => ({
  ...SAMPLE_DPS,
  prest: { ...SAMPLE_DPS.prest, regTrib },
})

/** Cents, as text. */
export const cents = (least: number, most: number) =>
  fc.integer({ min: least, max: most }).map((value) => (value / 100).toFixed(2))
const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined })
const without = <T extends object>(record: T): T =>
  // oxlint-disable-next-line typescript/consistent-type-assertions -- what is undefined is taken out, no more
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as T

const address = {
  endNac: { cMun: '3550308', CEP: '01001000' },
  xLgr: 'Rua das Flores',
  nro: '100',
  xBairro: 'Centro',
}

/** Companies of each system of tax, takers here and abroad, deductions of each kind, withholdings, discounts, with and without IBS and CBS. */
export const anyDps: fc.Arbitrary<Dps> = fc
  .record({
    number: fc.integer({ min: 1, max: 999_999_999 }),
    system: fc.constantFrom(
      { opSimpNac: '1', regEspTrib: '0' },
      { opSimpNac: '2', regEspTrib: '0' },
      { opSimpNac: '3', regApTribSN: '1', regEspTrib: '0' },
      { opSimpNac: '3', regApTribSN: '2', regEspTrib: '0' },
    ),
    taker: fc.constantFrom('company', 'person', 'abroad', 'none'),
    vServ: cents(100_00, 9_999_999_99),
    deduction: fc.constantFrom('none', 'rate', 'value', 'documents'),
    off: maybe(cents(1, 10_00)),
    later: maybe(cents(1, 10_00)),
    held: fc.boolean(),
    federal: maybe(cents(1, 10_00)),
    pAliq: fc.constantFrom('2', '2.5', '5.00'),
    benefit: fc.boolean(),
    text: fc.constantFrom('Consultoria em gestão', 'Linha um\nlinha dois', 'Serviço “especial” & outros'),
    reform: fc.boolean(),
  })
  .map((one) => {
    const { system, vServ } = one
    const simples = system.opSimpNac !== '1'
    const held = one.held && one.taker !== 'none'
    return without({
      ...SAMPLE_DPS,
      nDPS: String(one.number),
      prest: { CNPJ: '11222333000181', IM: '12345', xNome: 'Empresa de Teste', end: address, regTrib: system },
      toma: takerOf(one.taker),
      serv: { ...SAMPLE_DPS.serv, cServ: { ...SAMPLE_DPS.serv.cServ, xDescServ: one.text } },
      valores: without({
        vServPrest: { vServ },
        vDescCondIncond:
          one.off === undefined && one.later === undefined
            ? undefined
            : without({ vDescIncond: one.off, vDescCond: one.later }),
        vDedRed: deductionOf(one.deduction),
        trib: without({
          tribMun: without({
            tribISSQN: '1',
            BM: one.benefit ? { nBM: '35503080000001', pRedBCBM: '10' } : undefined,
            tpRetISSQN: held ? '2' : '1',
            pAliq: simples && held ? one.pAliq : undefined,
          }),
          tribFed:
            one.federal === undefined
              ? undefined
              : { piscofins: { CST: '01', tpRetPisCofins: '3' }, vRetIRRF: one.federal, vRetCSLL: one.federal },
          totTrib: simples ? { pTotTribSN: '6.00' } : SAMPLE_DPS.valores.trib.totTrib,
        }),
      }),
      IBSCBS: one.reform ? SAMPLE_DPS.IBSCBS : undefined,
    })
  })

function takerOf(kind: string): Dps['toma'] {
  if (kind === 'none') return undefined
  if (kind === 'company')
    return { CNPJ: '33000167000101', xNome: 'Cliente de Teste S/A', end: address, email: 'a@b.com' }
  if (kind === 'person') return { CPF: '52998224725', xNome: 'Cliente de Teste' }
  const endExt = { cPais: 'US', cEndPost: '10001', xCidade: 'New York', xEstProvReg: 'NY' }
  return { NIF: '123-45', xNome: 'Client Inc.', end: { endExt, xLgr: 'Broadway', nro: '1', xBairro: 'Midtown' } }
}

function deductionOf(kind: string): Dps['valores']['vDedRed'] {
  if (kind === 'none') return undefined
  if (kind === 'rate') return { pDR: '12.5' }
  if (kind === 'value') return { vDR: '20.00' }
  const docDedRed = ['1', '2'].map((nDoc) => ({
    nDoc,
    tpDedRed: '2',
    dtEmiDoc: '2026-11-10',
    vDedutivelRedutivel: '15.00',
    vDeducaoReducao: '10.05',
  }))
  return { documentos: { docDedRed } }
}
