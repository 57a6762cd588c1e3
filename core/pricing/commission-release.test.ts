import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimal } from '../money/decimal'
import { commissionReason } from './commission'
import { releasedOf } from './commission-release'

const cents = (most = 1_000_000): fc.Arbitrary<string> =>
  fc.integer({ min: 0, max: most }).map((n) => decimal(n).div(100).toFixed(2))

describe('what is released of a commission', () => {
  it('grows with what was received, from nothing to exactly all', () => {
    fc.assert(
      fc.property(cents(), cents(), cents(), cents(), (vComissao, total, one, more) => {
        const less = releasedOf({ vComissao, total, recebido: one })
        const then = releasedOf({ vComissao, total, recebido: decimal(one).plus(more) })
        expect(less.sign()).toBeGreaterThanOrEqual(0)
        expect(less.lte(then)).toBe(true)
        expect(then.lte(vComissao)).toBe(true)
        expect(releasedOf({ vComissao, total, recebido: total }).eq(vComissao)).toBe(true)
        if (decimal(total).sign() > 0) expect(releasedOf({ vComissao, total, recebido: 0 }).isZero()).toBe(true)
      }),
    )
  })
})

describe('the percentage of a line', () => {
  const promised = {
    commissions: [{ percentual: '3' }, { comissionavel_type: 'cliente', comissionavel_id: 7, percentual: '5' }],
    pVendedor: '1',
  }
  it.each([
    ['8', 7, '8', 'Percentual do item'],
    ['0', 7, '5', 'Percentual do vendedor para este cliente'],
    ['0', 9, '3', 'Percentual do vendedor'],
  ])('%s on the item, customer %s: %s', (pItem, cliente_id, percentual, motivo) => {
    const found = commissionReason({ ...promised, pItem, cliente_id })
    expect([found.percentual.toString(), found.motivo]).toEqual([percentual, motivo])
  })

  it('is that of the register where nothing else is promised', () => {
    const found = commissionReason({ pItem: '0', commissions: [], cliente_id: 7, pVendedor: '1.5' })
    expect([found.percentual.toString(), found.motivo]).toEqual(['1.5', 'Percentual do cadastro do vendedor'])
  })
})
