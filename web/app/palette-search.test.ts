import { describe, expect, it } from 'vitest'
import { ranked, recordHits, recordQuery, score, used } from './palette-search'

const hit = (title: string, detail = ''): { key: string; title: string; detail: string; path: string } => ({
  key: title,
  title,
  detail,
  path: '/',
})

describe('the palette', () => {
  it('ignores accents and case, and prefers beginnings', () => {
    expect(score('orcamento', 'Orçamentos')).toBeGreaterThan(score('camento', 'Orçamentos'))
    expect(score('xyz', 'Orçamentos')).toBe(0)
  })

  it('finds words in any order', () => {
    expect(score('preco tab', 'Tabelas de Preço')).toBeGreaterThan(0)
  })

  it('puts what is used most first among equals', () => {
    const hits = [hit('Venda A'), hit('Venda B')]
    expect(ranked('venda', hits, { 'Venda B': 3 }).map(({ title }) => title)).toEqual(['Venda B', 'Venda A'])
  })

  it('asks for a document by its number when its name comes before', () => {
    expect(
      ['venda 400', 'Orçamento nº 12', 'NF-e 4321', 'pedido de compra #7', ' entrada 30 '].map(recordQuery),
    ).toEqual(['400', '12', '4321', '#7', '30'])
    expect(['400', 'vendas da ana', 'tubo 20', 'venda', 'Entrada Norte 2'].map(recordQuery)).toEqual([
      '400',
      'vendas da ana',
      'tubo 20',
      'venda',
      'Entrada Norte 2',
    ])
  })

  it('reads records, and nothing from nonsense', () => {
    expect(
      recordHits({
        data: [{ resource: 'cliente', id: 7, title: 'Ana', subtitle: '1', path: '/ui/cadastros/cliente/edit/7' }],
      }),
    ).toEqual([
      {
        key: '/ui/cadastros/cliente/edit/7',
        path: '/ui/cadastros/cliente/edit/7',
        title: 'Ana',
        detail: 'cliente · 1',
      },
    ])
    expect(recordHits('x')).toEqual([])
  })

  it('counts uses, which fade', () => {
    expect(used({ a: 1, b: 0.05 }, 'c')).toEqual({ a: 0.98, c: 1 })
  })
})
