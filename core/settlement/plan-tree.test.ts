import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimal, sum } from '../money/decimal'
import { compareCodes, isWithin, planTree } from './plan-tree'

const ACCOUNTS = ['3', '3.1', '3.1.02', '3.1.10', '3.2', '4', '4.1', '31'].map((codigo, at) => ({
  id: at + 1,
  codigo,
  descricao: `Conta ${codigo}`,
}))
const amounts = fc.dictionary(
  fc.constantFrom(...ACCOUNTS.map(({ id }) => String(id))),
  fc.array(fc.integer({ min: -90_000, max: 90_000 }), { minLength: 2, maxLength: 2 }),
)

describe('a statement by accounts', () => {
  it('adds up to all amounts at its roots, column by column, and a line to what stands below it', () => {
    fc.assert(
      fc.property(amounts, (given) => {
        const own = new Map(
          Object.entries(given).map(([id, cents]) => [Number(id), cents.map((one) => decimal(one).times('0.01'))]),
        )
        const lines = planTree(ACCOUNTS, own, 2)
        for (const column of [0, 1]) {
          const roots = lines.filter(({ nivel }) => nivel === 0).map(({ valores }) => valores[column] ?? 0)
          const all = [...own.values()].map((values) => values[column] ?? 0)
          expect(sum(roots).toFixed(2)).toBe(sum(all).toFixed(2))
        }
        for (const { codigo, valores } of lines) {
          const below = ACCOUNTS.filter((one) => isWithin(one.codigo, codigo)).map(({ id }) => own.get(id)?.[0] ?? 0)
          expect(valores[0]?.toFixed(2)).toBe(sum(below).toFixed(2))
        }
      }),
    )
  })

  it('is in the order of numbers, with a level a step', () => {
    const lines = planTree(ACCOUNTS, new Map(ACCOUNTS.map(({ id }) => [id, [decimal(1)]])), 1)
    expect(lines.map(({ codigo, nivel, soma }) => [codigo, nivel, soma])).toEqual([
      ['3', 0, true],
      ['3.1', 1, true],
      ['3.1.02', 2, false],
      ['3.1.10', 2, false],
      ['3.2', 1, false],
      ['4', 0, true],
      ['4.1', 1, false],
      ['31', 0, false],
    ])
    expect(['3.10', '3.9', '3'].toSorted(compareCodes)).toEqual(['3', '3.9', '3.10'])
  })
})
