import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimal } from '../money/decimal'
import { checkCommission, commissionOf, commissionRate } from './commission'
import { VARIABLE_COSTS, formPrice } from './formation'
import { marginOf, marginReport, priceByMargin, priceByMarkup, repriced } from './margin'
import { type Promotion, type PromotionDependency, bestPrice, dependenciesMet } from './promotions'
import { pickTable, step90 } from './tables'

const cents = (most: number) => fc.integer({ min: 1, max: most }).map((units) => decimal(units).div(100))

describe('margins', () => {
  it('follows the formulas', () => {
    expect(marginOf(100, 80).pMargem.toString()).toBe('0.2')
    expect(marginOf(100, 80).pMarkup?.toString()).toBe('0.25')
    expect(marginOf(70, 80).pMargem.toString()).toBe('0')
    expect(marginOf(70, 80).pMarkup?.toString()).toBe('-0.125')
    expect(marginOf(0, 0)).toEqual({ pMargem: decimal(0), pMarkup: null })
    expect(priceByMargin(80, '0.2').toFixed(2)).toBe('100.00')
    expect(priceByMarkup(80, '0.25').toFixed(2)).toBe('100.00')
    expect(() => priceByMargin(80, 1)).toThrowError(/menor que 100 %/)
    expect(() => priceByMarkup(80, '-1.01')).toThrowError(/-100 %/)
  })

  it('comes back to the price from its margin or markup', () => {
    fc.assert(
      fc.property(cents(10_000_000), cents(10_000_000), (a, b) => {
        const [custo, preco] = a.lte(b) ? [a, b] : [b, a]
        const { pMargem, pMarkup } = marginOf(preco, custo)
        expect(priceByMarkup(custo, pMarkup ?? 0).eq(preco)).toBe(true)
        // a margin near 100 % of ten decimals leaves less room than a cent needs
        if (pMargem.lt('0.99')) expect(priceByMargin(custo, pMargem).eq(preco)).toBe(true)
      }),
    )
  })

  it('reprices by the way the product calculates', () => {
    const row = { pMargem: '0.5', pMarkup: '0.5' }
    expect([repriced(10, row, 0).toFixed(2), repriced(10, row, 1).toFixed(2)]).toEqual(['20.00', '15.00'])
  })

  it('reports profit and loss by line and in all', () => {
    const { lines, total } = marginReport([
      { id: 1, vVenda: '150', qTrib: 2, custo: '45' },
      { id: 2, vVenda: '50', qTrib: 1, custo: '60' },
      { id: 3, vVenda: '0', qTrib: 1, custo: '0' },
    ])
    expect(lines.map((one) => one.vLucro.toFixed(2))).toEqual(['60.00', '-10.00', '0.00'])
    expect(lines[1]?.pMargem.toString()).toBe('-0.2')
    expect([total.vVenda, total.vCusto, total.vLucro, total.pMargem].map(String)).toEqual(['200', '150', '50', '0.25'])
    expect(total.pMarkup?.toFixed(4)).toBe('0.3333')
  })
})

describe('price formation', () => {
  const base = {
    vCusto: 100,
    pIPI: '0.1',
    vFrete: 5,
    vICMSST: 3,
    vICMSUFDest: 2,
    pMargem: '0.2',
    pComissoes: '0.03',
    pCartao: '0.03',
    pDAS: '0.1',
  }
  it('follows the formula', () => {
    const formed = formPrice(base)
    expect(formed.tCustosAquisicao.toString()).toBe('120')
    expect(formed.pCustosVariaveis.toString()).toBe('0.36')
    expect(formed.vPrecoSujerido.toFixed(2)).toBe('187.50')
    expect(formed.vPrecoMinimo.toFixed(2)).toBe('142.86')
    expect(formed.pMarkup?.toString()).toBe('0.5625')
    expect(formed.pMargemSujerida.toString()).toBe('0.36')
    expect(formPrice({ ...base, pOutrosCustos: '0.04' }).vPrecoSujerido.toFixed(2)).toBe('200.00')
  })

  it('takes percentages when told so, and answers in them', () => {
    const inPercent = formPrice({ ...base, pIPI: 10, pMargem: 20, pComissoes: 3, pCartao: 3, pDAS: 10 }, 'percent')
    expect(inPercent.vPrecoSujerido.toFixed(2)).toBe('187.50')
    expect([inPercent.pCustosVariaveis, inPercent.pMarkup].map(String)).toEqual(['36', '56.25'])
  })

  it('refuses shares of 100 % and more, and negative ones', () => {
    expect(() => formPrice({ vCusto: 1, pMargem: '0.5', pComissoes: '0.5' })).toThrowError(/somam 100 %/)
    expect(() => formPrice({ vCusto: 1, pMargem: 20 })).toThrowError(/menos de 100 %/)
    expect(() => formPrice({ vCusto: 1, pDAS: '-0.1' })).toThrowError(/não podem ser negativos/)
  })

  it('covers every cost: what is left of the suggested price is the margin', () => {
    const shares = fc.tuple(...VARIABLE_COSTS.map(() => fc.integer({ min: 0, max: 1000 })))
    fc.assert(
      fc.property(cents(1_000_000), shares, (vCusto, units) => {
        const named = Object.fromEntries(
          VARIABLE_COSTS.map((name, index) => [name, decimal(units[index] ?? 0).div(10_000)]),
        )
        const formed = formPrice({ vCusto, ...named })
        const paid = formed.vPrecoBruto.times(formed.pCustosVariaveis).plus(vCusto)
        expect(formed.vPrecoBruto.minus(paid).abs().lt('0.0002')).toBe(true)
        expect(formed.vPrecoMinimo.lte(formed.vPrecoSujerido)).toBe(true)
      }),
    )
  })
})

describe('price tables', () => {
  const tables = [
    { tabela_preco_id: 1, vUnTrib: 10 },
    { tabela_preco_id: 2, vUnTrib: 8 },
    { tabela_preco_id: 3, vUnTrib: 12 },
  ]
  it.each([
    [11, 1],
    [10, 1],
    ['9.99', 2],
    [8, 2],
    ['7.99', 2],
    [100, 3],
  ])('picks for %s the table %i', (net, id) => {
    expect(pickTable(net, tables).tabela_preco_id).toBe(id)
    expect(pickTable(net, tables.toReversed()).tabela_preco_id).toBe(id)
  })

  it('refuses no tables', () => {
    expect(() => pickTable(1, [])).toThrowError(/Nenhuma tabela/)
  })

  it.each([
    ['10.00', 'up', '10.90'],
    ['10.90', 'up', '11.90'],
    ['10.95', 'up', '11.90'],
    ['10.00', 'down', '9.90'],
    ['10.90', 'down', '9.90'],
    ['10.95', 'down', '10.90'],
    ['0.90', 'down', '0.90'],
    ['0', 'up', '0.90'],
  ] as const)('steps from %s %s to %s', (from, direction, to) => {
    expect(step90(from, direction).toFixed(2)).toBe(to)
  })

  it('always ends in .90 and moves the way it is asked', () => {
    fc.assert(
      fc.property(cents(100_000_000), (price) => {
        expect(step90(price, 'up').gt(price)).toBe(true)
        if (price.gt('0.9')) expect(step90(price, 'down').lt(price)).toBe(true)
        expect(step90(price, 'up').toFixed(2)).toMatch(/\.90$/)
        expect(step90(price, 'down').toFixed(2)).toMatch(/\.90$/)
      }),
    )
  })
})

describe('promotions', () => {
  const query = {
    mercadoria_id: 7,
    vUnTrib: 100,
    qTrib: 2,
    empresa_id: 1,
    tabela_preco_id: 5,
    date: '2026-11-20',
    mercadorias: [7, 8],
  }
  const promo = (id: number, vUnTrib: number, more: Partial<Promotion> = {}): Promotion => ({
    id,
    promocao_mercadoria_list: [{ id: id * 10, mercadoria_id: 7, vUnTrib }],
    ...more,
  })

  it('takes the best price and says which', () => {
    const best = bestPrice(query, [promo(1, 95), promo(2, 90, { xNome: 'Black Friday' }), promo(3, 90), promo(4, 120)])
    expect([best.vUnTrib.toString(), best.promocao_id, best.promocao_mercadoria_id, best.motivo]).toEqual([
      '90',
      2,
      20,
      'Promoção Black Friday.',
    ])
    expect(best.trials.at(-1)?.motivo).toBe('O preço da promoção não é menor que o preço normal.')
  })

  it.each<[Partial<Promotion>, RegExp]>([
    [{ ativo: false }, /inativa/],
    [{ dInicio: '2026-11-21' }, /ainda não começou/],
    [{ dFim: '2026-11-19' }, /já terminou/],
    [{ empresa_ids: [2] }, /esta empresa/],
    [{ tabela_preco_ids: [6] }, /esta tabela/],
    [{ promocao_mercadoria_list: [{ id: 1, mercadoria_id: 7, vUnTrib: 1, qMinima: 3 }] }, /quantidade mínima é 3/],
    [
      { promocao_mercadoria_list: [{ id: 1, mercadoria_id: 7, vUnTrib: 1, dependencia_list: [{ mercadoria_id: 9 }] }] },
      /Faltam produtos/,
    ],
  ])('keeps the normal price for %j and says why', (more, why) => {
    const best = bestPrice(query, [promo(1, 90, more)])
    expect([best.vUnTrib.toString(), best.promocao_id]).toEqual(['100', null])
    expect(best.trials[0]?.motivo).toMatch(why)
  })

  it('holds on the first and the last day, for the chosen companies and tables', () => {
    const chosen = { dInicio: '2026-11-20', dFim: '2026-11-20', empresa_ids: ['1'], tabela_preco_ids: [5, 6] }
    expect(bestPrice(query, [promo(1, 90, chosen)]).promocao_id).toBe(1)
  })

  it('takes a discount on the normal price', () => {
    const list = [{ id: 1, mercadoria_id: 7, vDesc: '0.15' }]
    expect(bestPrice(query, [{ id: 1, promocao_mercadoria_list: list }]).vUnTrib.toString()).toBe('85')
  })

  it.each<[string, [number, 'AND' | 'OR'][], boolean]>([
    ['nothing asked', [], true],
    ['a', [[1, 'AND']], true],
    [
      'a and c',
      [
        [1, 'AND'],
        [3, 'AND'],
      ],
      false,
    ],
    [
      'c or a',
      [
        [3, 'AND'],
        [1, 'OR'],
      ],
      true,
    ],
    [
      'a and c, or b',
      [
        [1, 'AND'],
        [3, 'AND'],
        [2, 'OR'],
      ],
      true,
    ],
    [
      'c, or b and d',
      [
        [3, 'AND'],
        [2, 'OR'],
        [4, 'AND'],
      ],
      false,
    ],
    [
      'first row marked OR',
      [
        [3, 'OR'],
        [1, 'AND'],
      ],
      false,
    ],
  ])('reads %s with a and b present', (_, rows, met) => {
    const list: PromotionDependency[] = rows.map(([mercadoria_id, tipo]) => ({ mercadoria_id, tipo }))
    expect(dependenciesMet(list, new Set(['1', '2']))).toBe(met)
  })
})

describe('commissions', () => {
  const commissions = [{ percentual: 3 }, { comissionavel_type: 'cliente', comissionavel_id: 12, percentual: '5.5' }]
  it('takes the customer before the general one and the line before both', () => {
    expect(commissionRate(commissions, '12').toString()).toBe('5.5')
    expect(commissionRate(commissions, 13).toString()).toBe('3')
    expect(commissionRate([], 13).toString()).toBe('0')
    const result = commissionOf(
      [{ vBase: '100.10' }, { vBase: '100', pComissao: 0 }, { vBase: '33.33', pComissao: 10 }],
      commissions,
      12,
    )
    expect(result.lines.map((one) => one.vComissao.toFixed(2))).toEqual(['5.51', '0.00', '3.33'])
    expect(result.vComissao.toFixed(2)).toBe('8.84')
  })

  it('checks a commission before it is added', () => {
    expect(() => checkCommission({ percentual: 1 })).toThrowError('Salve o vendedor antes de adicionar comissões.')
    expect(() => checkCommission({ vendedor_id: 1, comissionavel_type: 'cliente', percentual: 1 })).toThrowError(
      'Selecione um cliente.',
    )
    for (const percentual of [null, '', 'abc', -1, 101]) {
      expect(() => checkCommission({ vendedor_id: 1, percentual })).toThrowError('Informe o percentual.')
    }
    expect(() =>
      checkCommission({ vendedor_id: 1, comissionavel_type: 'cliente', comissionavel_id: 2, percentual: '2.5' }),
    ).not.toThrow()
  })
})
