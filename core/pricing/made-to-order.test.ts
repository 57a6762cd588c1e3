import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Decimal, decimal, sum, ZERO } from '../money/decimal'
import { priceLine } from './line'
import { basePrice, choiceAdds, choicesAdd, missingGroups, priceWith } from './made-to-order'
import { priceFaults } from './guard'
import { promotedLines } from './promoted'
import { promotionBook } from './promotions'

const amount = (decimals: number, most = 10_000_000): fc.Arbitrary<string> =>
  fc.integer({ min: 0, max: most }).map((n) =>
    decimal(n)
      .div(10 ** decimals)
      .toFixed(decimals),
  )
const choice = fc.record({
  custo_un: fc.option(amount(4)),
  vAcrescimoFixo: fc.option(amount(4)),
  insumos: fc.array(fc.record({ quantidade: amount(6), vCusto: fc.option(amount(4)) }), { maxLength: 4 }),
})
const choices = fc.array(choice, { maxLength: 6 })
const places = fc.integer({ min: 0, max: 4 })
const total = (list: readonly Decimal[]): Decimal => (list.length === 0 ? ZERO : sum(list))

describe('a made-to-order line', () => {
  it('is priced at its base and what each choice adds, exactly', () => {
    fc.assert(
      fc.property(choices, places, amount(4), (list, decimals, base) => {
        const added = choicesAdd(list, decimals)
        const each = list.map((one) => choiceAdds(one, decimals))
        const vUnTrib = priceWith({ vUnTrib: base, vAcrescimo: '0' }, added.vAcrescimo)
        expect(vUnTrib.eq(decimal(base).plus(total(each.map(({ vAcrescimo }) => vAcrescimo))))).toBe(true)
        expect(added.custo.eq(total(each.map(({ custo }) => custo)))).toBe(true)
        for (const { vAcrescimo } of each) expect(vAcrescimo.round(decimals, 'half-up').eq(vAcrescimo)).toBe(true)
      }),
    )
  })

  it('comes back to its base when all is taken off, whatever was chosen between', () => {
    fc.assert(
      fc.property(amount(4), fc.array(choices, { minLength: 1, maxLength: 4 }), (base, turns) => {
        let line = { vUnTrib: base, vAcrescimo: '0' }
        for (const list of [...turns, []]) {
          const { vAcrescimo } = choicesAdd(list, 4)
          line = { vUnTrib: priceWith(line, vAcrescimo).toFixed(4), vAcrescimo: vAcrescimo.toFixed(4) }
        }
        expect(basePrice(line).eq(base)).toBe(true)
        expect(decimal(line.vUnTrib).eq(base)).toBe(true)
      }),
    )
  })

  it('comes to the goods of base and additions, times the quantity', () => {
    fc.assert(
      fc.property(choices, amount(2, 1_000_000), fc.integer({ min: 1, max: 1000 }), (list, base, qTrib) => {
        const { vAcrescimo } = choicesAdd(list, 2)
        const priced = priceLine({ vUnTrib: priceWith({ vUnTrib: base, vAcrescimo: 0 }, vAcrescimo), qTrib })
        expect(priced.vTotal.eq(decimal(base).plus(vAcrescimo).times(qTrib))).toBe(true)
      }),
    )
  })

  it('is judged as its base would be: a table and a least price rise by what was chosen', () => {
    const prices = [
      { tabela_preco_id: 1, descricao: 'Varejo', vUnTrib: '100' },
      { tabela_preco_id: 2, descricao: 'Atacado', vUnTrib: '80' },
    ]
    fc.assert(
      fc.property(amount(2, 15_000), amount(2, 5_000), (net, vAcrescimo) => {
        const told = { vPrecoMinimo: '70', custo: '60', tabela_preco_id: 1, prices }
        const plain = priceFaults({ ...told, vUnTrib: net, vUnLiquido: net })
        const up = decimal(net).plus(vAcrescimo)
        if (decimal(net).isZero()) return
        const custo = decimal('60').plus(vAcrescimo)
        const made = priceFaults({ ...told, custo, vAcrescimo, vUnTrib: up, vUnLiquido: up })
        expect(made.map(({ code }) => code)).toEqual(plain.map(({ code }) => code))
      }),
    )
  })

  it('gets the promotion of its product, and pays for what was chosen', () => {
    const promotion = {
      id: 1,
      xNome: 'Semana da mesa',
      promocao_mercadoria_list: [{ id: 1, mercadoria_id: 7, vDesc: '0.1' }],
    }
    const [line] = promotedLines(
      [{ mercadoria_id: 7, qTrib: 1, vUnTrib: '125', vAcrescimo: '25', vNormal: '100' }],
      { empresa_id: 1, date: '2026-01-10' },
      promotionBook([promotion]),
    )
    expect(line?.vUnTrib.toString()).toBe('115')
    expect(line?.vPromocao?.toString()).toBe('115')
  })

  it('lacks the groups in which nothing was chosen of what has to be', () => {
    const groups = [
      { id: 1, descricao: 'Cor', obrigatorio: true },
      { id: 2, descricao: 'Tampo', obrigatorio: true },
      { id: 3, descricao: 'Extras', obrigatorio: false },
    ]
    expect(missingGroups(groups, [2])).toEqual(['Cor'])
    expect(missingGroups(groups, [1, 2])).toEqual([])
  })
})
