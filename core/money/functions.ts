import * as v from 'valibot'
import { amount, coreFunction } from '../function'
import { roundHalfUp } from './decimal'

export const moneyFunctions = [
  coreFunction({
    name: 'money.round',
    summary: 'Arredonda um valor (meio para cima, afastando de zero).',
    takes: '{value, decimals}',
    gives: '{value}',
    input: v.object({
      value: amount,
      decimals: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(20)), 2),
    }),
    run: ({ value, decimals }) => ({ value: roundHalfUp(value, decimals).toFixed(decimals) }),
  }),
]
