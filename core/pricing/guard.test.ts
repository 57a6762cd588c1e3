import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimal } from '../money/decimal'
import { keptFaults, type NamedPrice, priceFaults, priceOrigin, tellFault } from './guard'

const cents = fc.integer({ min: 0, max: 1_000_000 }).map((units) => decimal(units).div(100))
const tables: readonly NamedPrice[] = [
  { tabela_preco_id: 1, vUnTrib: '10.00', descricao: 'Varejo' },
  { tabela_preco_id: 2, vUnTrib: '8.00', descricao: 'Atacado' },
]
const codes = (vUnLiquido: string, facts: object = {}) =>
  priceFaults({ vUnTrib: vUnLiquido, vUnLiquido, prices: [], ...facts }).map(({ code }) => code)

describe('a price', () => {
  it('of nothing is none, whatever else it is under', () => {
    expect(codes('0', { custo: 5, vPrecoMinimo: 6, tabela_preco_id: 1, prices: tables })).toEqual(['no_price'])
  })

  it('is wrong under the cost and under the minimum, not at them, and nothing is under zero', () => {
    expect(codes('4.99', { custo: 5, vPrecoMinimo: 6 })).toEqual(['below_cost', 'below_minimum'])
    expect(codes('5', { custo: 5, vPrecoMinimo: 5 })).toEqual([])
    expect(codes('0.01', { custo: 0, vPrecoMinimo: 0 })).toEqual([])
    expect(codes('0.01', { custo: null })).toEqual([])
  })

  it('is of another table when it falls in a cheaper one than the customer’s, or the product has none there', () => {
    expect(codes('9.99', { tabela_preco_id: 1, prices: tables })).toEqual(['other_table'])
    expect(codes('10', { tabela_preco_id: 1, prices: tables })).toEqual([])
    expect(codes('12', { tabela_preco_id: 2, prices: tables })).toEqual([])
    expect(codes('7', { tabela_preco_id: 2, prices: tables })).toEqual([])
    expect(codes('10', { tabela_preco_id: 3, prices: tables })).toEqual(['other_table'])
    expect(codes('1', { prices: tables })).toEqual([])
    expect(codes('1', { tabela_preco_id: 1 })).toEqual([])
  })

  it('that is raised has no more faults than before', () => {
    fc.assert(
      fc.property(cents, cents, cents, cents, (a, b, custo, vPrecoMinimo) => {
        const [low, high] = a.lte(b) ? [a, b] : [b, a]
        fc.pre(!low.isZero())
        const facts = { custo, vPrecoMinimo, tabela_preco_id: 1, prices: tables }
        const before = codes(low.toString(), facts)
        for (const code of codes(high.toString(), facts)) expect(before).toContain(code)
      }),
    )
  })

  it('is right exactly when it is some, at cost and minimum or above', () => {
    fc.assert(
      fc.property(cents, cents, cents, (net, custo, vPrecoMinimo) => {
        const right = !net.isZero() && net.gte(custo) && net.gte(vPrecoMinimo)
        expect(codes(net.toString(), { custo, vPrecoMinimo }).length === 0).toBe(right)
      }),
    )
  })
})

describe('what is told', () => {
  const faults = priceFaults({
    vUnTrib: 9,
    vUnLiquido: '7.125',
    custo: '7.5',
    tabela_preco_id: 1,
    prices: tables,
  })

  it('says the cost to who may know it, and to nobody else', () => {
    const [cost] = faults
    expect(cost && tellFault(cost, '7.125', true)).toEqual({
      word: 'abaixo do custo',
      why: 'líquido R$ 7,1250, custo R$ 7,50',
    })
    fc.assert(
      fc.property(cents, cents, (net, custo) => {
        const told = priceFaults({ vUnTrib: net, vUnLiquido: net, custo, prices: [] })
        const words = told.map((fault) => Object.values(tellFault(fault, net, false)).join(' ')).join(' ')
        expect(`${words} ${keptFaults(told) ?? ''}`).not.toMatch(/custo|\d/)
      }),
    )
  })

  it('is kept with the line once, in words for everybody', () => {
    expect(keptFaults(faults)).toBe('abaixo do mínimo, outra tabela (Atacado)')
    expect(keptFaults(priceFaults({ vUnTrib: 1, vUnLiquido: 1, custo: 3, vPrecoMinimo: 2, prices: [] }))).toBe(
      'abaixo do mínimo',
    )
    expect(keptFaults([])).toBeNull()
  })

  it('says where the price comes from', () => {
    expect(priceOrigin('8', 1, tables)).toEqual({ origin: 0, text: 'preço da tabela Atacado' })
    expect(priceOrigin('9', 1, tables)).toEqual({
      origin: 1,
      text: 'preço digitado (na tabela Varejo, R$ 10,00)',
    })
    expect(priceOrigin('9', null, []).text).toBe('preço digitado')
  })
})
