import { describe, expect, it } from 'vitest'
import { costOf, hasPrice, linked, sentProduct } from './prices'

const product = { custo: 50, vCustoMedio: 60, decimal_preco: 2 }

describe('a price row', () => {
  it('keeps price, margin and markup together, over the average cost', () => {
    expect(linked({ key: 'a', vUnTrib: 100 }, ['vUnTrib'], product)).toMatchObject({ pMargem: 40, pMarkup: 66.6667 })
    expect(linked({ key: 'a', pMargem: 40 }, ['pMargem'], product)).toMatchObject({ vUnTrib: 100 })
    expect(linked({ key: 'a', pMarkup: 50 }, ['pMarkup'], product)).toMatchObject({ vUnTrib: 90, pMargem: 33.3333 })
  })

  it('stays as it is without a cost, and with a margin that cannot be', () => {
    const row = { key: 'a', pMargem: 100 }
    expect(linked(row, ['pMargem'], product)).toBe(row)
    expect(linked(row, ['pMargem'], { custo: 0 })).toBe(row)
  })

  it('takes the register cost where there was no purchase', () => {
    expect(costOf({ custo: 12, vCustoMedio: 0 })).toBe('12')
    expect(costOf({ custo: 12, vCustoMedio: 13 })).toBe(13)
  })
})

describe('a product as it is sent', () => {
  it('has a null for an empty bar code, and rows with what may be written', () => {
    const sent = sentProduct({
      cEAN: '',
      mercadoria_precos: [{ id: 1, tabela_preco_id: 2, vUnTrib: 3, tabela_preco: { id: 2 } }],
    })
    expect(sent.cEAN).toBeNull()
    expect(sent.mercadoria_precos).toEqual([
      { id: 1, versao: undefined, tabela_preco_id: 2, vUnTrib: 3, pMargem: undefined, pMarkup: undefined },
    ])
  })

  it('sends a price that was touched in the version that it was seen in, and of the others the number alone', () => {
    const record = {
      mercadoria_precos: [
        { id: 1, versao: 4, tabela_preco_id: 2, vUnTrib: 3 },
        { id: 2, versao: 7, tabela_preco_id: 3, vUnTrib: 5 },
      ],
    }
    const [one, other] = record.mercadoria_precos
    const sent = sentProduct({ mercadoria_precos: [{ ...one, vUnTrib: 9 }, other] }, record)
    expect(sent.mercadoria_precos).toEqual([
      { id: 1, versao: 4, tabela_preco_id: 2, vUnTrib: 9, pMargem: undefined, pMarkup: undefined },
      { id: 2 },
    ])
  })

  it('has a price only above zero', () => {
    expect(hasPrice({ mercadoria_precos: [{ vUnTrib: 0 }] })).toBe(false)
    expect(hasPrice({ mercadoria_precos: [{ vUnTrib: 0 }, { vUnTrib: 1 }] })).toBe(true)
  })
})
