import { addDays } from '../../../core/br/civil-date'
import { describe, expect, it } from 'vitest'
import { localToday } from '../format'
import { checkOf, computeInstalment, coreMessage, planned, shared } from './instalments'

const method = { id: 3, descricao: 'Boleto' }

describe('instalments of a document', () => {
  it('come from a written condition and add up', () => {
    const rows = planned('30/60/90', method, '26.93')
    expect(rows.map((row) => row.vDup)).toEqual([8.97, 8.97, 8.99])
    expect(rows[0]).toMatchObject({ n: 1, prazo: 30, dVencimento: addDays(localToday(), 30), pagamento_id: 3 })
    expect(checkOf('26.93', rows).ok).toBe(true)
  })

  it('give the difference to the others', () => {
    const [first, ...others] = planned('30/60/90', method, '30')
    const changed = [{ ...first, key: 'a', vDup: 4 }, ...others]
    expect(checkOf('30', changed).redistribuir).toBe(true)
    expect(shared('30', changed, 'a').map((row) => row.vDup)).toEqual([4, 13, 13])
  })

  it('say why a condition or a sharing is refused', () => {
    const refusal = (run: () => unknown): string | undefined => {
      try {
        run()
        return undefined
      } catch (error) {
        return coreMessage(error)
      }
    }
    expect(refusal(() => planned('30/', method, '10'))).toContain('separador')
    expect(refusal(() => shared('30', [{ key: 'a', vDup: 5 }], 'a'))).toContain('fixas')
  })

  it('have terms and due dates that follow each other', () => {
    const today = localToday()
    expect(computeInstalment({ key: 'a', prazo: 7 }, ['prazo'])).toMatchObject({ dVencimento: addDays(today, 7) })
    expect(computeInstalment({ key: 'a', dVencimento: addDays(today, 12) }, ['dVencimento'])).toMatchObject({
      prazo: 12,
    })
    expect(computeInstalment({ key: 'a', dVencimento: null }, ['dVencimento'])).toEqual({ key: 'a', dVencimento: null })
  })
})
