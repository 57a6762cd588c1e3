import { expect, it } from 'vitest'
import { computeLine, sentReturn, totalOf } from './return'

/** Seven pieces came for ten reais, and three of them went back before. */
const item = { entrada_mercadoria_id: 5, qItem: 7, vItem: 10, qSaldo: 4, vVolta: 4.29, vUnTrib: 1.4285714286 }
const worth = (line: object): unknown => computeLine({ key: 'a', ...line }, ['qTrib']).vTotal

it('a line is worth what the server will store: its share of the item, to the cent', () => {
  expect(worth({ ...item, qTrib: 1 })).toBe(1.42)
  expect(worth({ ...item, qTrib: 4 })).toBe(5.71)
  expect(worth({ ...item, qTrib: null })).toBe(0)
})

it('a stored line too, by what its item tells', () => {
  const { qItem: qTrib, vItem: vTotal, vVolta: _, ...stored } = item
  expect(worth({ ...stored, entrada_mercadoria: { qTrib, vTotal }, qTrib: 1 })).toBe(1.42)
})

it('what was removed counts in no total, and what does not go back is not sent', () => {
  const lines = [
    { key: 'a', id: 1, qTrib: 1, vTotal: 2 },
    { key: 'b', id: 2, qTrib: 1, vTotal: 3, dhExclusao: '2026-11-26 10:00:00' },
    { key: 'c', qTrib: null, vTotal: 0 },
  ]
  expect(totalOf({ devolucao_mercadoria_list: lines })).toBe('2.00')
  expect(sentReturn({ devolucao_mercadoria_list: lines })).toMatchObject({
    devolucao_mercadoria_list: [{ id: 1 }, { id: 2 }],
  })
})
