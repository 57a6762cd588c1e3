import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ATTEMPTS, nextWait, readSignature, signatureHeader } from './delivery'
import { eventsOf, isEvent, WEBHOOK_EVENTS } from './events'

const types = (...change: Parameters<typeof eventsOf>) => eventsOf(...change).map((one) => one.type)

describe('events', () => {
  it('the default of the specification comes first, and every name is one of a kind', () => {
    expect(WEBHOOK_EVENTS[0]?.type).toBe('PEDIDO_FATURADO')
    expect(new Set(WEBHOOK_EVENTS.map((one) => one.type)).size).toBe(WEBHOOK_EVENTS.length)
    expect([isEvent('PEDIDO_FATURADO'), isEvent('pedido')]).toEqual([true, false])
  })

  it('happen when a date is set, once, and not when the record is saved again', () => {
    const open = { dhFaturamento: null, dhFechamento: null }
    const invoiced = { ...open, dhFaturamento: '2026-11-21 10:00:00-03' }
    expect(types('venda', open, invoiced)).toEqual(['PEDIDO_FATURADO'])
    expect(types('venda', invoiced, invoiced)).toEqual([])
    expect(types('venda', invoiced, open)).toEqual([])
    expect(types('orcamento', open, { ...open, dhFechamento: 'x' })).toEqual(['ORCAMENTO_FECHADO'])
    expect(types('cliente', undefined, invoiced)).toEqual([])
  })

  it('a title is settled by its last cent, not by a part of it, nor by being cancelled', () => {
    const open = { vSaldo: '100.00', vPago: '0.00', dhCancelamento: null }
    expect(types('contas_receber', open, { ...open, vSaldo: '40.00', vPago: '60.00' })).toEqual([])
    expect(types('contas_pagar', open, { ...open, vSaldo: '0.00', vPago: '100.00' })).toEqual(['TITULO_BAIXADO'])
    expect(types('contas_receber', open, { ...open, vSaldo: '0.00', dhCancelamento: 'x' })).toEqual([
      'TITULO_CANCELADO',
    ])
  })
})

describe('tries', () => {
  it('wait longer each time and end after the last', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: ATTEMPTS - 2 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (attempt, a, b) => {
          expect(nextWait(attempt, a)).toBeLessThan(nextWait(attempt + 1, b) ?? 0)
        },
      ),
    )
    expect(nextWait(1, 0.5)).toBe(10)
    expect(nextWait(ATTEMPTS, 0)).toBeUndefined()
    // However often is tried: half a day at most, and a fifth of it.
    for (const attempt of [9, 13, 400]) expect(nextWait(attempt, 1, 0, 500)).toBe(47_520)
  })

  it('wait as long as the receiver asks, up to an hour', () => {
    expect([nextWait(1, 0, 120), nextWait(1, 0, 1e9), nextWait(7, 0.5, 5)]).toEqual([120, 3_600, 40_960])
  })
})

describe('the signature header', () => {
  it('reads what it writes', () => {
    const signature = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 })
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 4e9 }),
        fc.array(signature, { minLength: 1, maxLength: 2 }),
        (timestamp, signatures) => {
          expect(readSignature(signatureHeader(timestamp, signatures))).toEqual({ timestamp, signatures })
        },
      ),
    )
  })

  it.each(['', 't=1', 'v1=ab', 't=x,v1=' + 'a'.repeat(64), 't=1,v1=' + 'G'.repeat(64), ','.repeat(5000)])(
    'is none: %s',
    (text) => {
      expect(readSignature(text)).toBeUndefined()
    },
  )
})
