import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entradaLifecycle } from './entrada'
import { assertTransition, whyNotNow } from './lifecycle'
import { orcamentoLifecycle } from './orcamento'
import { checkedReason, type ReasonKind, reasonLength } from './reasons'
import { type VendaDates, vendaLifecycle } from './venda'

const OPEN: VendaDates = {
  dhBloqueio: null,
  dhFechamento: null,
  dhConferencia: null,
  dhFaturamento: null,
  dhCancelamento: null,
  movimenta_estoque: true,
}
const AT = '2026-11-20 10:00:00'

describe('venda', () => {
  it.each([
    [{}, 'aberta'],
    [{ dhBloqueio: AT }, 'bloqueada'],
    [{ dhFechamento: AT }, 'fechada'],
    [{ dhFechamento: AT, dhConferencia: AT }, 'conferida'],
    [{ dhFechamento: AT, dhFaturamento: AT }, 'faturada'],
    [{ dhFechamento: AT, dhFaturamento: AT, dhCancelamento: AT }, 'cancelada'],
  ])('with %o is %s', (dates, status) => {
    expect(vendaLifecycle.status({ ...OPEN, ...dates })).toBe(status)
  })

  it('blocked is not dispatched, in the words of the specification', () => {
    expect(whyNotNow(vendaLifecycle, { ...OPEN, dhBloqueio: AT }, 'fecha')?.message).toBe('Este pedido foi bloqueado.')
  })

  it('is invoiced only after it was dispatched, unless its operation moves no stock', () => {
    expect(whyNotNow(vendaLifecycle, OPEN, 'fatura')?.code).toBe('not_closed')
    expect(whyNotNow(vendaLifecycle, { ...OPEN, movimenta_estoque: false }, 'fatura')).toBeUndefined()
    expect(whyNotNow(vendaLifecycle, { ...OPEN, dhFechamento: AT }, 'fatura')).toBeUndefined()
  })

  it('cancelled or invoiced is never changed again', () => {
    const date = fc.constantFrom(null, AT)
    const any = fc.record({
      dhBloqueio: date,
      dhFechamento: date,
      dhConferencia: date,
      dhFaturamento: date,
      dhCancelamento: date,
      movimenta_estoque: fc.boolean(),
    })
    fc.assert(
      fc.property(any, fc.constantFrom('altera', 'altera_itens', 'libera', 'fecha', 'fatura'), (venda, action) => {
        if (venda.dhCancelamento ?? venda.dhFaturamento)
          expect(() => assertTransition(vendaLifecycle, venda, action)).toThrow()
      }),
    )
  })
})

describe('quote and entry', () => {
  it('closed quotes keep their lines', () => {
    expect(
      whyNotNow(orcamentoLifecycle, { dhFechamento: AT, dhFaturamento: null, dhCancelamento: null }, 'altera_itens')
        ?.code,
    ).toBe('closed')
  })
  it('a finalised entry is cancelled, not changed', () => {
    const entry = { dhFinalizacao: AT, dhCancelamento: null }
    expect(whyNotNow(entradaLifecycle, entry, 'altera')?.code).toBe('finalised')
    expect(whyNotNow(entradaLifecycle, entry, 'cancela')).toBeUndefined()
  })
})

describe('reasons', () => {
  it.each([
    ['cancelamento', 16],
    ['liberacao', 15],
    ['recusa', 15],
    ['estoque', 15],
  ] satisfies [ReasonKind, number][])('%s needs %i characters', (kind, length) => {
    expect(reasonLength(kind)).toBe(length)
    expect(() => checkedReason(kind, 'x'.repeat(length - 1))).toThrow()
    expect(() => checkedReason(kind, `${' '.repeat(20)}x`)).toThrow()
    expect(checkedReason(kind, ` ${'x'.repeat(length)} `)).toBe('x'.repeat(length))
  })
})
