import { describe, expect, it } from 'vitest'
import { GS } from '../../core/gs1'
import { lotFault, lotOf } from './ask-lot'

describe('a text in the box of the lot', () => {
  it.each(['L-1', 'FABRICA-2070-TURNO-2', '20701231', '', `010789835741001510A7${GS}15701231`, '(10)A7(15)701231'])(
    '%j is a lot, or tells one',
    (text) => expect(lotFault(text)).toBeUndefined(),
  )

  it.each([
    ['7891000315507', 'Este é o código de barras de uma mercadoria, não um lote.'],
    ['(01)07898357410015', 'Código não contém informação de rastreio'],
    ['x'.repeat(41), 'Use no máximo 40 caracteres.'],
  ])('%j is none', (text, fault) => expect(lotFault(text)).toBe(fault))
})

it('what is told of a lot is sent without what is empty', () => {
  expect([{}, { nLote: 'L-1', dVal: null }, { nLote: 'L-1', dVal: '2070-12-31' }].map(lotOf)).toEqual([
    {},
    { nLote: 'L-1' },
    { nLote: 'L-1', dVal: '2070-12-31' },
  ])
})
