import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimal } from '../money/decimal'
import { judgeNotice, type Notice } from './notice'

const notice = (more: Partial<Notice> = {}): Notice => ({
  amount: '60.00',
  paidOn: '2027-01-08',
  isPayment: true,
  isRepeated: false,
  isKnown: true,
  isCancelled: false,
  title: { balance: '60.00', due: '2027-01-08', isCancelled: false },
  ...more,
})
const owed = (balance: string, due = '2027-01-08', isCancelled = false) => ({ title: { balance, due, isCancelled } })

describe('a notice of a payment', () => {
  it.each([
    ['just what is owed, in time', {}, undefined, 'baixa', '60', '0'],
    [
      'on the Monday after a Sunday',
      { paidOn: '2027-01-11', ...owed('60', '2027-01-10') },
      undefined,
      'baixa',
      '60',
      '0',
    ],
    ['the day after', { paidOn: '2027-01-12', ...owed('60', '2027-01-10') }, 'atrasado', 'baixa', '60', '0'],
    ['less', { amount: '59.99' }, 'valor_menor', 'parcial', '59.99', '0'],
    ['more', { amount: '60.01' }, 'valor_maior', 'excedente', '60', '0.01'],
    ['paid already', owed('0'), 'ja_pago', 'credito', '0', '60'],
    ['of a cancelled receivable', owed('0', '2027-01-08', true), 'cancelado', 'credito', '0', '60'],
    ['of a cancelled sale', { isCancelled: true, title: undefined }, 'cancelado', 'credito', '0', '60'],
    ['before the invoice', { title: undefined }, 'sem_titulo', 'espera', '0', '0'],
    ['of nobody', { isKnown: false, title: undefined }, 'desconhecido', 'ignora', '0', '0'],
    ['told twice', { isRepeated: true }, 'repetido', 'ignora', '0', '0'],
    ['of money that went back', { isPayment: false }, 'estornado', 'ignora', '0', '0'],
  ] as const)('%s', (_name, more, reason, proposal, settles, credits) => {
    const verdict = judgeNotice(notice(more))
    expect([verdict.reason, verdict.proposal]).toEqual([reason, proposal])
    expect([verdict.settles.toFixed(2), verdict.credits.toFixed(2)]).toEqual([
      decimal(settles).toFixed(2),
      decimal(credits).toFixed(2),
    ])
  })

  it('of a known payment loses no cent and settles no more than is owed', () => {
    const cents = fc.integer({ min: 1, max: 99_999_999 }).map((one) => (one / 100).toFixed(2))
    fc.assert(
      fc.property(cents, cents, (amount, balance) => {
        const { settles, credits } = judgeNotice(notice({ amount, ...owed(balance) }))
        expect(settles.plus(credits).toFixed(2)).toBe(amount)
        expect(settles.lte(balance)).toBe(true)
      }),
    )
  })
})
