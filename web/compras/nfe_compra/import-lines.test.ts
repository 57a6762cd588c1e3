import { describe, expect, it } from 'vitest'
import { decimal } from '../../../core/money/decimal'
import { choicesOf, costed, reasonOf, withFreight } from './import-lines'

const line = {
  key: '1',
  nItem: 1,
  qCom: 10,
  vProd: 200,
  vTotal: 220,
  fatorConversao: 12,
  mercadoria_id: 7,
  motivo: 'ean',
}
const other = {
  key: '2',
  nItem: 2,
  qCom: 100,
  vProd: 100,
  vTotal: 105,
  fatorConversao: 1,
  mercadoria_id: null,
  motivo: null,
}

describe('lines of an import', () => {
  it('cost what one of our units will', () => {
    expect(costed(line)).toMatchObject({ qEstoque: 120, vCustoUn: 1.8333 })
    expect(costed({ ...line, fatorConversao: 0 })).toMatchObject({ vCustoUn: 0 })
  })

  it('share freight beyond the invoice by value', () => {
    expect(withFreight([line, other], decimal(30)).map((one) => one.vFreteCusto)).toEqual([20, 10])
    expect(withFreight([line], decimal(0))[0]).toMatchObject({ vFreteCusto: 0, vCustoUn: 1.8333 })
  })

  it('say why a product stands there', () => {
    expect(reasonOf(line)).toBe('código de barras')
    expect(reasonOf(other)).toBe('será criada')
  })

  it('are sent as decisions', () => {
    expect(choicesOf([line, other])).toEqual([
      { nItem: 1, mercadoria_id: 7, criar: false, fatorConversao: 12, armazenamento_id: null },
      { nItem: 2, mercadoria_id: null, criar: true, fatorConversao: 1, armazenamento_id: null },
    ])
  })
})
