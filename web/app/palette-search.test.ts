import { describe, expect, it } from 'vitest'
import { ranked, recordHits, score, used } from './palette-search'

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
