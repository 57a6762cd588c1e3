import { describe, expect, it } from 'vitest'
import { costed, newItem, owedOf, sentEntry, totalOf } from './item'

const item = { key: 'a', qCom: 10, vUnCom: 20, fatorConversao: 12, vProd: 200, vFrete: 10, vIPI: 10, pIPI: 5 }

describe('an item of an entry', () => {
  it('costs what the server stores', () => {
    expect(costed(item, [])).toMatchObject({ qTrib: 120, vTotal: 220, vCustoUn: 1.8333 })
  })

  it('has goods and IPI that follow a new quantity, price or rate', () => {
    expect(costed({ ...item, qCom: 20 }, ['qCom'])).toMatchObject({ vProd: 400, vIPI: 20, vTotal: 430 })
    expect(costed({ ...item, vIPI: 3 }, ['vIPI'])).toMatchObject({ vProd: 200, vIPI: 3, vTotal: 213 })
    expect(costed({ ...item, pIPI: 10 }, ['pIPI'])).toMatchObject({ vIPI: 20 })
  })

  it('is counted in boxes too: one quantity follows the other, and what is not exact is not taken over', () => {
    const boxes = { ...item, fatorConversao: 1, vProd: null, unidade_auxiliar: { id: 1, fator_conversao: 12 } }
    expect(costed(boxes, ['qCom'])).toMatchObject({ qCom: 10, qAuxiliar: 0.8333 })
    expect(costed({ ...boxes, qAuxiliar: 3 }, ['qAuxiliar'])).toMatchObject({ qCom: 36, qTrib: 36, vProd: 720 })
    const sevens = { ...boxes, fatorConversao: 7, qAuxiliar: 2 }
    expect(costed(sevens, ['qAuxiliar'])).toMatchObject({ qCom: 10, qTrib: 70, qAuxiliar: 5.8333 })
  })

  it('starts at the cost of its product', () => {
    expect(newItem({ id: 7, xProd: 'Prego', un: 'KG', custo: 3.5 }, 4)).toMatchObject({
      qCom: 4,
      vTotal: 14,
      vCustoUn: 3.5,
    })
  })
})

describe('an entry', () => {
  it('adds its items up and is sent with what may be written', () => {
    const values = {
      entrada_mercadorias: [costed(item, []), costed(item, [])],
      entrada_duplicatas: [{ vDup: 1, prazo: 3, conta_pagar_id: 9 }],
    }
    expect(totalOf(values)).toBe('440.00')
    expect(sentEntry(values)).toMatchObject({ entrada_duplicatas: [{ vDup: 1, prazo: 3 }] })
    expect(JSON.stringify(sentEntry(values))).not.toMatch(/vTotal|conta_pagar|key/)
  })

  it('owes what its invoice asks, less what is a discount', () => {
    const items = [
      { key: 'a', vTotal: 1200, vTotalNota: 2000, falta: 1 },
      { key: 'b', vTotal: 60, vTotalNota: 100, falta: 2 },
      { key: 'c', vTotal: 10, vTotalNota: null, falta: 0 },
    ]
    expect([totalOf({ entrada_mercadorias: items }), owedOf({ entrada_mercadorias: items })]).toEqual([
      '1270.00',
      '2070.00',
    ])
  })
})
