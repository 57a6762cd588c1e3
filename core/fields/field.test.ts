import { describe, expect, it } from 'vitest'
import { docOf, f, rangeFault, wordOf } from './field'

describe('words of a code', () => {
  const start = f.option('Baixa dos insumos', { 0: 'Ao finalizar', 1: 'Ao iniciar' })
  const count = f.choice('Contagem', { corridos: 'Dias corridos', uteis: 'Dias úteis' }, { doc: 'Do pedido à entrega' })

  it('are its options, numbers where numbers are stored', () => {
    expect(start.meta.options).toEqual([0, 1])
    expect(count.meta.options).toEqual(['corridos', 'uteis'])
  })

  it('name a value, and nothing that is none', () => {
    expect([0, '1', 2, null].map((value) => wordOf(start.meta, value))).toEqual([
      'Ao finalizar',
      'Ao iniciar',
      undefined,
      undefined,
    ])
    expect(wordOf(count.meta, 'toString')).toBeUndefined()
    expect(wordOf(f.integer('Número').meta, 0)).toBeUndefined()
  })

  it('document the field, before what else is said of it', () => {
    expect(docOf(start.meta)).toBe('0 Ao finalizar, 1 Ao iniciar')
    expect(docOf(count.meta)).toBe('corridos Dias corridos, uteis Dias úteis; Do pedido à entrega')
    expect(docOf(f.flag('Gera NF-e').meta)).toBeUndefined()
  })
})

describe('limits of a number', () => {
  const { meta } = f.percent('IPI (%)', 4, { min: 0, max: 1000 })

  it('are told as people write numbers', () => {
    expect(rangeFault(meta, -1)).toBe('O valor mínimo é 0.')
    expect(rangeFault(meta, 1000.5)).toBe('O valor máximo é 1.000.')
    expect(rangeFault(meta, 1000)).toBeUndefined()
  })
})
