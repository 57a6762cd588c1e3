import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nfseAmounts, nfseReform } from './amounts'
import { anyDps, cents, city, SAMPLE_DPS, system, values } from './declarations.fixture'
import type { Dps } from './dps'
import { incidenceTown, isBelowLeast, issRate } from './incidence'

/** Published identities: schemas 1.01 (vBC, vISSQN, vTotalRet, vLiq) and the public notes of the reform. */
const AMOUNTS: readonly [name: string, dps: Dps, pAliq: string | undefined, expected: Record<string, string>][] = [
  [
    'plain',
    values({ vServPrest: { vServ: '230' } }),
    '5',
    { vBC: '230.00', vISSQN: '11.50', vTotalRet: '0.00', vLiq: '230.00' },
  ],
  ['half a cent goes up', values({ vServPrest: { vServ: '100.10' } }), '2.5', { vISSQN: '2.50' }],
  ['half a cent, exactly', values({ vServPrest: { vServ: '1.00' } }), '2.5', { vISSQN: '0.03' }],
  [
    'discounts, deduction and withholdings',
    {
      ...values({
        vServPrest: { vServ: '9500.00' },
        vDescCondIncond: { vDescIncond: '200.00', vDescCond: '100.00' },
        vDedRed: { vDR: '100.00' },
        trib: {
          ...SAMPLE_DPS.valores.trib,
          tribMun: { tribISSQN: '1', tpRetISSQN: '2' },
          tribFed: { piscofins: { CST: '01', vPis: '10', vCofins: '46' }, vRetIRRF: '150.00', vRetCSLL: '50.00' },
        },
      }),
    },
    '2',
    { vCalcDR: '100.00', vBC: '9200.00', vISSQN: '184.00', vRetISSQN: '184.00', vTotalRet: '384.00', vLiq: '8816.00' },
  ],
  [
    'a rate of deduction',
    values({ vServPrest: { vServ: '33.33' }, vDedRed: { pDR: '12.5' } }),
    '5',
    { vCalcDR: '4.17', vBC: '29.16', vISSQN: '1.46' },
  ],
  [
    'a benefit of the city by rate, of what is left',
    {
      ...city({ BM: { nBM: '35503080000001', pRedBCBM: '50' } }),
      valores: { ...city({ BM: { nBM: '35503080000001', pRedBCBM: '50' } }).valores, vDedRed: { vDR: '0.01' } },
    },
    '5',
    { vCalcBM: '500.00', vBC: '499.99', vISSQN: '25.00' },
  ],
  [
    'a benefit by value',
    city({ BM: { nBM: '35503080000001', vRedBCBM: '400.00' } }),
    '5',
    { vBC: '600.00', vISSQN: '30.00' },
  ],
  ['exported', city({ tribISSQN: '3', cPaisResult: 'US' }), '5', { vBC: '0.00', vISSQN: '0.00', vLiq: '1000.00' }],
  [
    'Simples, all in the DAS',
    system({ opSimpNac: '3', regApTribSN: '1', regEspTrib: '0' }),
    '5',
    { vBC: '0.00', vISSQN: '0.00' },
  ],
  [
    'Simples, ISS by the law of the city',
    system({ opSimpNac: '3', regApTribSN: '2', regEspTrib: '0' }),
    '5',
    { vBC: '1000.00', vISSQN: '50.00' },
  ],
  ['MEI', system({ opSimpNac: '2', regEspTrib: '0' }), '5', { vISSQN: '0.00' }],
  ['the rate of the declaration comes first', city({ pAliq: '3' }), '5', { pAliqAplic: '3.00', vISSQN: '30.00' }],
]

describe('the amounts of a declaration', () => {
  it.each(AMOUNTS)('%s', (_, dps, pAliq, expected) => {
    const found = nfseAmounts(dps, pAliq)
    const told = Object.fromEntries(Object.entries(found).map(([name, amount]) => [name, amount.toFixed(2)]))
    expect(told).toMatchObject(expected)
  })

  it('Simples that is withheld has it on the note', () => {
    const dps = {
      ...city({ tpRetISSQN: '2', pAliq: '2.01' }),
      prest: system({ opSimpNac: '3', regApTribSN: '1', regEspTrib: '0' }).prest,
    }
    expect(nfseAmounts(dps).vTotalRet.toFixed(2)).toBe('20.10')
  })

  it('are half up, as whole numbers compute them', () => {
    fc.assert(
      fc.property(cents(1, 999_999_999), fc.integer({ min: 0, max: 500 }), (vServ, hundredths) => {
        const found = nfseAmounts(values({ vServPrest: { vServ } }), (hundredths / 100).toFixed(2))
        const scaled = BigInt(Math.round(Number(vServ) * 100)) * BigInt(hundredths)
        const expected = (scaled + 5_000n) / 10_000n
        expect(BigInt(found.vISSQN.toFixed(2).replace('.', ''))).toBe(expected)
        expect(found.vLiq.plus(found.vTotalRet).toFixed(2)).toBe(vServ)
      }),
    )
  })

  it('gross is net and all that is kept back, whatever the declaration', () => {
    fc.assert(
      fc.property(anyDps, (dps) => {
        const { vLiq, vTotalRet, vBC, vISSQN } = nfseAmounts(dps, '5')
        const { vDescIncond = '0', vDescCond = '0' } = dps.valores.vDescCondIncond ?? {}
        expect(vLiq.plus(vTotalRet).plus(vDescIncond).plus(vDescCond).eq(dps.valores.vServPrest.vServ)).toBe(true)
        expect(vBC.sign()).toBeGreaterThanOrEqual(0)
        expect(vISSQN.lte(vBC)).toBe(true)
      }),
    )
  })

  it('of IBS and CBS are those of the law in 2026, outside what is paid, and added from 2027', () => {
    const dps = values({ vServPrest: { vServ: '1500.00' }, vDescCondIncond: { vDescIncond: '75.00' } })
    const free = {
      ...dps,
      valores: { ...dps.valores, trib: { ...dps.valores.trib, tribMun: { tribISSQN: '4', tpRetISSQN: '1' } } },
    }
    const told = (one: Dps, rates?: object) =>
      Object.fromEntries(
        Object.entries(nfseReform(one, nfseAmounts(one), rates) ?? {}).map(([name, amount]) => [
          name,
          String(Object(amount).toFixed(2)),
        ]),
      )
    expect(told(free)).toEqual({
      vBC: '1425.00',
      vIBSUF: '1.43',
      vIBSMun: '0.00',
      vIBSTot: '1.43',
      vCBS: '12.83',
      vTotNF: '1425.00',
    })
    const later = { ...free, dCompet: '2027-01-15' }
    expect(nfseReform(later, nfseAmounts(later))).toBeNull()
    expect(told(later, { pIBSUF: '0.05', pIBSMun: '0.05', pCBS: '8.5' })).toMatchObject({
      vIBSTot: '1.42',
      vCBS: '121.13',
      vTotNF: '1547.55',
    })
    expect(nfseReform({ ...free, IBSCBS: undefined }, nfseAmounts(free))).toBeNull()
    const full = {
      ...dps,
      valores: {
        ...dps.valores,
        trib: { ...dps.valores.trib, tribFed: { piscofins: { CST: '01', vPis: '10.00', vCofins: '46.00' } } },
      },
    }
    expect(nfseReform(full, nfseAmounts(full, '2'))?.vBC.toFixed(2)).toBe('1340.50')
  })
})

describe('where ISS falls', () => {
  const at = { cMunPrest: '1', cLocPrestacao: '2', cMunToma: '3' }
  it.each([
    ['010101', '1'],
    ['070201', '2'],
    ['120101', '2'],
    ['121301', '1'],
    ['160101', '2'],
    ['170501', '3'],
    ['150101', '3'],
    ['042201', '3'],
    ['171001', '2'],
    ['170101', '1'],
    ['070301', '1'],
  ])('of %s it is %s', (cTribNac, expected) => {
    expect(incidenceTown({ cTribNac, ...at })).toBe(expected)
  })

  it('the rate is that of the longest code, the latest in force', () => {
    const rates = [
      { cMun: '1', cTribNac: '', pAliq: '5', since: '2020-01-01' },
      { cMun: '1', cTribNac: '0101', pAliq: '2.9', since: '2020-01-01' },
      { cMun: '1', cTribNac: '0101', pAliq: '2.5', since: '2026-06-01' },
      { cMun: '1', cTribNac: '17', pAliq: '6', since: '2020-01-01' },
    ]
    const of = (cTribNac: string, day = '2026-11-20', cMun = '1') => issRate(rates, { cMun, cTribNac, day })
    expect([
      of('010101'),
      of('010101', '2026-05-31'),
      of('070201'),
      of('010101', '2019-01-01'),
      of('010101', '2026-11-20', '2'),
    ]).toEqual(['2.5', '2.9', '5', undefined, undefined])
    expect(() => of('170101')).toThrow(/passa do máximo de 5%/)
    expect([isBelowLeast('1.99', '010101'), isBelowLeast('2', '010101'), isBelowLeast('1', '070201')]).toEqual([
      true,
      false,
      false,
    ])
  })
})
