import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chooseRule, findRule, pickRule, type RuleContext, ruleBook, type TaxRule } from './rules'

const rule = (id: string, limits: Omit<TaxRule, 'id' | 'tax'>): TaxRule => ({ id, ...limits, tax: {} })
const context: RuleContext = {
  date: '2026-11-20',
  operation: 'venda',
  UFOrig: 'SP',
  UFDest: 'MG',
  NCM: '2202.10.00',
  CEST: '03.010.00',
  customerKind: 'contribuinte',
  regime: 'normal',
}
const pick = (...rules: TaxRule[]) => findRule(ruleBook(rules), context)?.id

describe('the rule of a case', () => {
  it('is the most specific: CEST, longest NCM, destination, origin, operation, customer, regime', () => {
    const ladder = [
      rule('any', {}),
      rule('regime', { regime: 'normal' }),
      rule('customer', { customerKind: 'contribuinte' }),
      rule('operation', { operation: 'venda' }),
      rule('origin', { UFOrig: 'SP' }),
      rule('destination', { UFDest: ['RJ', 'MG'] }),
      rule('chapter', { NCM: '22' }),
      rule('heading', { NCM: '2202' }),
      rule('ncm', { NCM: '22021000' }),
      rule('cest', { CEST: '0301000' }),
    ]
    for (let size = 1; size <= ladder.length; size++) {
      expect(pick(...ladder.slice(0, size))).toBe(ladder[size - 1]?.id)
      expect(pick(...ladder.slice(0, size).reverse())).toBe(ladder[size - 1]?.id)
    }
  })

  it('is valid on the day, first and last day included, and of equals the one that starts last', () => {
    expect(pick(rule('old', { to: '2026-11-19' }), rule('new', { from: '2026-11-21' }))).toBeUndefined()
    expect(pick(rule('last day', { to: '2026-11-20' }))).toBe('last day')
    expect(
      pick(
        rule('since ever', {}),
        rule('since 2026', { from: '2026-01-01' }),
        rule('since 2020', { from: '2020-01-01' }),
      ),
    ).toBe('since 2026')
  })

  it('is none when every rule is limited to something else', () => {
    expect(pick(rule('other ncm', { NCM: '2203' }), rule('other state', { UFDest: 'RJ' }))).toBeUndefined()
    expect(() => pickRule(ruleBook([]), context)).toThrowError('Tributação não encontrada para o item.')
    expect(() => findRule(ruleBook([]), { date: 'ontem' })).toThrowError(/Data de emissão inválida/)
  })

  it('is the same whatever the order of rules that differ', () => {
    const limits = fc.record(
      {
        NCM: fc.constantFrom('22', '2202', '220210', '22021000', '84'),
        CEST: fc.constantFrom('0301000', '0301100'),
        UFDest: fc.constantFrom('MG', 'RJ'),
        UFOrig: fc.constantFrom('SP', 'PR'),
        operation: fc.constantFrom('venda', 'bonificação'),
        from: fc.constantFrom('2020-01-01', '2026-01-01', '2027-01-01'),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.array(limits, { maxLength: 12 }), (list) => {
        const rules = list.map((one) => rule(JSON.stringify(Object.entries(one).sort()), one))
        expect(pick(...rules)).toBe(pick(...rules.toReversed()))
      }),
    )
  })
})

describe('the rule of a line', () => {
  const limits = fc.record(
    {
      NCM: fc.constantFrom('22', '2202', '22021000', '84'),
      UFDest: fc.constantFrom('MG', 'RJ'),
      operation: fc.constantFrom('venda', 'bonificação'),
      to: fc.constantFrom('2020-01-01', '2027-01-01'),
    },
    { requiredKeys: [] },
  )
  const rules = fc.array(limits, { maxLength: 10 }).map((list) => list.map((one, at) => rule(String(at), one)))
  const choose = (list: readonly TaxRule[], own: string | undefined, forced: boolean) =>
    chooseRule(ruleBook(list), context, { own, forced })

  it('is of a forced operation first, then of the product, then the most specific: each only where it fits', () => {
    fc.assert(
      fc.property(rules, fc.option(fc.nat(12), { nil: undefined }), fc.boolean(), (list, at, forced) => {
        const own = at === undefined ? undefined : String(at)
        const found = choose(list, own, forced)
        const alone = (one: TaxRule) => findRule(ruleBook([one]), context) !== undefined
        const fitting = list.filter(alone)
        if (found === undefined) {
          expect(fitting).toEqual([])
          return
        }
        expect(fitting).toContain(found.rule)
        const ofOperation = forced && fitting.some(({ operation }) => operation !== undefined)
        const ofProduct = fitting.some(({ id }) => id === own)
        expect(found.by).toBe(ofOperation ? 'operacao' : ofProduct ? 'mercadoria' : 'especifica')
        if (found.by === 'operacao') expect(found.rule.operation).toBe('venda')
        if (found.by === 'mercadoria') expect(found.rule.id).toBe(own)
        if (found.by === 'especifica') expect(found.rule).toBe(findRule(ruleBook(list), context))
      }),
    )
  })
})
