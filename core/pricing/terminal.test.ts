import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accessFunctions } from '../access/functions'
import { brFunctions } from '../br/functions'
import { CoreError } from '../errors'
import { instalmentsFunctions } from '../instalments/functions'
import { moneyFunctions } from '../money/functions'
import { pricingFunctions } from './functions'

const all = [...moneyFunctions, ...brFunctions, ...instalmentsFunctions, ...pricingFunctions, ...accessFunctions]
const byName = new Map(all.map((one) => [one.name, one]))

function ask(name: string, input: unknown): unknown {
  return JSON.parse(JSON.stringify(byName.get(name)?.run(input)))
}

describe('from the terminal', () => {
  it.each<[string, unknown, unknown]>([
    ['money.round', { value: '2.345', decimals: 2 }, { value: '2.35' }],
    ['money.round', { value: -1.005 }, { value: '-1.01' }],
    ['money.allocate', { total: '0.10', weights: [1, 1, 1] }, { shares: ['0.04', '0.03', '0.03'] }],
    ['money.allocate', { total: 10, percents: ['50', 50] }, { shares: ['5.00', '5.00'] }],
    ['money.split', { total: '100', count: 3, remainder: 'last' }, { shares: ['33.33', '33.33', '33.34'] }],
    ['money.sum', { values: [0.1, '0.2'] }, { value: '0.3' }],
    [
      'br.taxId',
      { input: '12.ABC.345/01DE-35' },
      { valid: true, kind: 'cnpj', digits: '12ABC34501DE35', formatted: '12.ABC.345/01DE-35' },
    ],
    ['br.showTaxId', { input: null }, { text: '--', masked: '--' }],
    ['br.stateRegistration', { uf: 'SP', input: '110042490114' }, { valid: true, formatted: '110.042.490.114' }],
    ['br.date', { text: '+7', today: '2026-11-20' }, { date: '2026-11-27', formatted: '27/11/2026' }],
    ['br.number', { text: '1.234,56' }, { value: '1234.56' }],
    ['br.formatNumber', { value: '1234.5', style: 'currency' }, { text: 'R$ 1.234,50' }],
    ['br.formatNumber', { value: 2, style: 'quantity' }, { text: '2,000' }],
    ['br.mask', { mask: 'cep', input: '01310100' }, { text: '01310-100' }],
    ['br.ean', { input: '' }, { cEAN: null }],
    [
      'br.dateMath',
      { date: '2026-01-31', addMonths: 1, to: '2026-03-01' },
      { date: '2026-02-28', weekday: 6, days: 1 },
    ],
    [
      'br.businessDay',
      { date: '2026-11-20', add: 1, feriados: ['2026-11-23'] },
      { businessDay: false, next: '2026-11-24', previous: '2026-11-19', added: '2026-11-24' },
    ],
    ['br.businessDays', { from: '2026-11-19', to: '2026-11-24' }, { days: 2 }],
    ['instalments.plan', { text: '3x' }, { meses: 3, entrada: false }],
    ['instalments.plan', { text: '30/60' }, { prazos: [30, 60] }],
    [
      'instalments.split',
      { vTotal: '100.00', prazos: [1, 30], date: '2026-11-20', parcelaDiaUtil: 1 },
      {
        duplicatas: [
          { n: 1, vDup: '50.00', prazo: 1, dVencimento: '2026-11-23' },
          { n: 2, vDup: '50.00', prazo: 30, dVencimento: '2026-12-21' },
        ],
      },
    ],
    [
      'instalments.redistribute',
      {
        vTotal: 100,
        duplicatas: [
          { id: 1, vDup: 40, fixed: true },
          { id: 2, vDup: 50 },
        ],
      },
      {
        parcelas_atualizadas: [
          { id: 1, vDup: '40.00' },
          { id: 2, vDup: '60.00' },
        ],
      },
    ],
    ['pricing.discount', { tp_desconto: 0, valor: 12.5, vSubtotal: 80 }, { vDesc: '0.125' }],
    ['pricing.discount', { tp_desconto: 1, valor: '8', vSubtotal: 80 }, { vDesc: '0.1' }],
    ['pricing.margin', { preco: 100, custo: 80 }, { pMargem: '0.2', pMarkup: '0.25' }],
    ['pricing.price', { custo: 80, pMargem: 0.2 }, { preco: '100.00' }],
    ['pricing.price', { custo: 80, pMarkup: 0.25, decimal_preco: 3 }, { preco: '100.000' }],
    [
      'pricing.pickTable',
      { vUnLiquido: 9, tabelas: [{ tabela_preco_id: 1, vUnTrib: 8 }] },
      { tabela_preco_id: 1, vUnTrib: '8' },
    ],
    ['pricing.step90', { preco: 10, direction: 'up' }, { preco: '10.90' }],
    ['pricing.row', { campo: 'pMargem', valor: 40, custo: 60 }, { vUnTrib: '100', pMargem: '40', pMarkup: '66.6667' }],
    ['pricing.row', { campo: 'pMarkup', valor: 40, custo: 0 }, null],
    ['pricing.end', { preco: '10.40', arredonda: 1 }, { preco: '10.9' }],
    [
      'access.can',
      { user: { roles: [{ name: 'user' }], permissions: ['manage_cliente'] }, resource: 'cliente', action: 'manage' },
      { allowed: true },
    ],
    [
      'access.whyNot',
      { user: { roles: [], permissions: [] }, screen: '/ui/cadastros/role' },
      { allowed: false, message: 'Falta a regra de acesso “Administrador”.' },
    ],
  ])('%s of %j', (name, input, answer) => {
    expect(ask(name, input)).toEqual(answer)
  })

  it('prices a line with the names of the contract', () => {
    expect(
      ask('pricing.line', { vUnTrib: 100, qTrib: 3, vDesc: 0.1, vDesc2: 0, vDesc3: 0, vDesc4: 0, pIPI: 0.05 }),
    ).toMatchObject({
      vUnLiquido: '90.00',
      vSubtotal: '283.50',
      vIPI: '13.50',
      vTotal: '283.50',
    })
    expect(ask('pricing.totals', { itens: [{ vUnTrib: 1, qTrib: 2, vICMSST: 1 }] })).toMatchObject({
      vICMSST: '1.00',
      vTotal: '3.00',
    })
  })

  it('forms a price with the names of the contract', () => {
    const input = { vCusto: 100, pIPI: 0.1, pMargem: 0.2, pComissoes: 0.05 }
    expect(ask('pricing.formation', input)).toMatchObject({
      tCustosAquisicao: '110',
      vPrecoSujerido: '146.67',
      vPrecoMinimo: '115.79',
    })
  })

  it('names what is wrong with an input', () => {
    expect(() => ask('access.can', { user: {}, resource: 'x' })).toThrowError(/action/)
    expect(() => ask('br.date', { text: 'h', today: '20/11/2026' })).toThrowError(/aaaa-mm-dd/)
    expect(() => ask('instalments.split', { vTotal: 1, date: '2026-01-01' })).toThrowError(/Informe a condição/)
    expect(() => ask('pricing.price', { custo: 1, pMargem: 0.1, pMarkup: 0.1 })).toThrowError(/tpCalculo/)
    expect(() => ask('money.allocate', { total: 1 })).toThrowError(/weights/)
    expect(() => ask('access.whyNot', { user: {}, screen: '/x' })).toThrowError(/Tela não encontrada/)
  })

  it('has one name each', () => {
    expect(byName.size).toBe(all.length)
  })
})

/** The keys any function takes, with values near what they expect and far from it. */
const KEYS = [...new Set(all.flatMap((one) => one.takes.match(/\w+/g) ?? []))]
const value = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    '0',
    '-1',
    '1e400',
    '99999999999999999999999999999',
    '1.005',
    'x',
    '2026-11-20',
    '9999-12-31',
    '30/60',
    '3x',
  ),
  fc.constantFrom<unknown>(0, -1, 1, 2, 0.1, 1e21, 1e-21, Number.MAX_SAFE_INTEGER, true, false, [], {}),
  fc.constantFrom<unknown>(
    { roles: ['admin'], permissions: [' '] },
    [{ id: 1, vDup: '0', vUnTrib: 1, qTrib: 1 }],
    ['2026-11-20'],
    [1, '2'],
  ),
  fc.jsonValue({ maxDepth: 2 }),
)
const input = fc.oneof(fc.dictionary(fc.constantFrom(...KEYS), value, { minKeys: 1, maxKeys: 12 }), fc.jsonValue())

describe('any JSON', () => {
  it('gets an answer that is JSON or a CoreError, from every function', () => {
    fc.assert(
      fc.property(fc.constantFrom(...all), input, (one, json) => {
        try {
          expect(JSON.stringify(one.run(json))).toBeTypeOf('string')
        } catch (error) {
          if (!(error instanceof CoreError)) throw error
        }
      }),
      { numRuns: 20_000 },
    )
  })
})
