import { describe, expect, it } from 'vitest'
import { entryItem } from './entry-item'

const text = (item: Parameters<typeof entryItem>[0]) =>
  Object.fromEntries(Object.entries(entryItem(item)).map(([name, value]) => [name, value.toString()]))

describe('an item of an entry', () => {
  it('costs goods, freight, insurance, other, IPI and ICMS-ST less the discount', () => {
    const item = { qCom: 10, vUnCom: 20, vFrete: 10, vSeg: 1, vOutro: 2, vIPI: 10, vICMSST: 5, vDesc: 3 }
    expect(text(item)).toMatchObject({ vProd: '200', vTotal: '225', vCustoUn: '22.5' })
  })

  it('is counted in our units', () => {
    expect(text({ qCom: 10, vUnCom: 20, fatorConversao: 12, vFrete: 10, vIPI: 10 })).toMatchObject({
      qTrib: '120',
      vUnTrib: '1.6666666667',
      vCustoUn: '1.8333333333',
    })
  })

  it.each([
    [1200, '0.0833333333', '100'],
    [300, '0.3333333333', '100'],
    ['2138.484', '0.45359237', '970'],
    [110, '0.0454545455', '5'],
  ])('of %s by a factor of %s is %s: ten decimals say a twelfth', (qCom, fatorConversao, qTrib) => {
    expect(text({ qCom, vUnCom: 1, fatorConversao })).toMatchObject({ qTrib })
  })

  it('takes the IPI rate on the goods only where the invoice tells no amount', () => {
    expect(text({ qCom: 3, vUnCom: 33.33, pIPI: 5 })).toMatchObject({ vIPI: '5', vTotal: '104.99' })
    expect(text({ qCom: 3, vUnCom: 33.33, pIPI: 5, vIPI: 0 })).toMatchObject({ vIPI: '0', vTotal: '99.99' })
  })

  it('costs nothing a unit when there is no unit', () => {
    expect(text({ qCom: 0, vUnCom: 5, vProd: 7 })).toMatchObject({ qTrib: '0', vTotal: '7', vCustoUn: '0' })
  })
})
