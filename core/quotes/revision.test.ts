import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changesBetween, type ShownQuote } from './revision'

const QUOTE: ShownQuote = {
  facts: [['Válido até', '31/12/2026']],
  lines: [{ code: 'P1', description: 'Parafuso', unit: 'UN', quantity: '2', price: '10,00', total: '20,00' }],
  totals: [['Total', 'R$ 20,00']],
  instalments: [{ n: '1', due: '01/01/2027', method: 'Boleto', amount: 'R$ 20,00' }],
  notes: '',
}

const word = fc.constantFrom('', 'a', 'b 1', '1 a')
const fact = fc.tuple(word, fc.constantFrom('x', 'y'))
const line = fc.record({ code: word, description: word, unit: word, quantity: word, price: word, total: word })
const due = fc.record({ n: fc.constantFrom('1', '2'), due: word, method: word, amount: fc.constantFrom('5', '7') })
const quote = fc.record({
  facts: fc.array(fact, { maxLength: 3 }),
  lines: fc.array(line, { maxLength: 4 }),
  totals: fc.array(fact, { maxLength: 3 }),
  instalments: fc.array(due, { maxLength: 3 }),
  notes: word,
})

describe('what changed of a quote', () => {
  it('is told by goods, totals, instalments and facts', () => {
    const [first] = QUOTE.lines
    expect(first).toBeDefined()
    const now: ShownQuote = {
      ...QUOTE,
      lines: first
        ? [
            { ...first, quantity: '3', total: '30,00' },
            { ...first, code: 'P2', description: 'Porca' },
          ]
        : [],
      totals: [['Total', 'R$ 50,00']],
      notes: 'Frete incluso',
    }
    expect(changesBetween(QUOTE, now)).toEqual([
      'P1 Parafuso: quantidade de 2 para 3; total de 20,00 para 30,00',
      'Entrou: P2 Porca, 2 UN a 10,00',
      'Total: de R$ 20,00 para R$ 50,00',
      'As observações mudaram.',
    ])
    expect(changesBetween(now, QUOTE)[1]).toBe('Saiu: P2 Porca, 2 UN a 10,00')
  })

  it('is nothing between equals, and as much one way as the other', () => {
    fc.assert(
      fc.property(quote, quote, (one, other) => {
        expect(changesBetween(one, structuredClone(one))).toEqual([])
        expect(changesBetween(one, other).length).toBe(changesBetween(other, one).length)
      }),
    )
  })

  it('misses no line that goes, and no other price', () => {
    fc.assert(
      fc.property(quote, line, (one, more) => {
        expect(changesBetween({ ...one, lines: [...one.lines, more] }, one).length).toBe(1)
        const dearer = { ...more, price: `${more.price}9` }
        expect(
          changesBetween({ ...one, lines: [...one.lines, more] }, { ...one, lines: [...one.lines, dearer] }).length,
        ).toBe(1)
      }),
    )
  })
})
