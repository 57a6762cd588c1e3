import { describe, expect, it } from 'vitest'
import { comparedItems, comparedTotals } from './comparison'

const plain = (text: string): string => text.replaceAll(/\s/g, ' ')
const boxes = {
  key: '1',
  nItem: 1,
  xProd: 'PARAFUSO CX',
  qCom: 10,
  uCom: 'CX',
  vProd: 200,
  vTotal: 220,
  vFreteCusto: 5,
  qEstoque: 120,
  mercadoria_id: 7,
  mercadoria: { id: 7, xProd: 'Parafuso' },
}
const fresh = {
  key: '2',
  nItem: 2,
  xProd: 'PORCA',
  qCom: 4,
  uCom: 'PC',
  uTrib: 'PC',
  vProd: 100,
  vTotal: 100,
  qEstoque: 4,
  mercadoria_id: null,
}

describe('what an invoice says beside what becomes of it', () => {
  it('item by item: its quantity, unit and price, and ours', () => {
    const [one, other] = comparedItems([boxes, fresh])
    expect([plain(one?.invoice ?? ''), plain(one?.entry ?? ''), one?.same]).toEqual([
      '10 CX de 20,0000 = R$ 200,00',
      'Parafuso: 120 de 1,8750 = R$ 225,00',
      false,
    ])
    expect([plain(other?.entry ?? ''), other?.same]).toEqual(['mercadoria nova: 4 PC de 25,0000 = R$ 100,00', true])
  })

  it('in all: goods, freight and total, marked where they differ', () => {
    const totals = comparedTotals({ vProdNF: 300, vTotFrete: 0, vNF: 320 }, [boxes, fresh], 5)
    expect(totals.map(({ name, same }) => [name, same])).toEqual([
      ['Produtos', true],
      ['Frete', false],
      ['Total', false],
    ])
    expect(plain(totals[2]?.entry ?? '')).toBe('R$ 325,00')
  })

  it('a complement without goods has no price of one', () => {
    const [only] = comparedItems([{ ...fresh, qCom: 0, qEstoque: 0 }])
    expect(plain(only?.invoice ?? '')).toBe('0 PC = R$ 100,00')
  })
})
