import * as v from 'valibot'
import { CoreError } from '../errors'
import { amount, coreFunction } from '../function'
import { allocate, allocatePercent, splitEvenly } from './allocate'
import { roundHalfUp, sum } from './decimal'

const decimals = v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(20)), 2)
const remainder = v.optional(v.picklist(['largest', 'first', 'last']), 'largest')

export const moneyFunctions = [
  coreFunction({
    name: 'money.round',
    summary: 'Arredonda um valor (meio para cima, afastando de zero).',
    takes: '{value, decimals}',
    gives: '{value}',
    input: v.object({ value: amount, decimals }),
    run: ({ value, decimals }) => ({ value: roundHalfUp(value, decimals).toFixed(decimals) }),
  }),
  coreFunction({
    name: 'money.allocate',
    summary: 'Rateia um total por pesos ou percentuais sem perder um centavo.',
    takes: '{total, weights | percents, decimals?, remainder?: largest|first|last}',
    gives: '{shares}',
    input: v.object({
      total: amount,
      weights: v.optional(v.pipe(v.array(amount), v.maxLength(100_000))),
      percents: v.optional(v.pipe(v.array(amount), v.maxLength(100_000))),
      decimals,
      remainder,
    }),
    run: ({ total, weights, percents, decimals, remainder }) => {
      if ((weights === undefined) === (percents === undefined)) {
        throw new CoreError('invalid_input', 'Informe os pesos (weights) ou os percentuais (percents) do rateio.')
      }
      const shares = weights
        ? allocate(total, weights, { decimals, remainder })
        : allocatePercent(total, percents ?? [], { decimals, remainder })
      return { shares: shares.map((share) => share.toFixed(decimals)) }
    },
  }),
  coreFunction({
    name: 'money.split',
    summary: 'Divide um total em partes iguais sem perder um centavo.',
    takes: '{total, count, decimals?, remainder?: largest|first|last}',
    gives: '{shares}',
    input: v.object({ total: amount, count: v.number(), decimals, remainder }),
    run: ({ total, count, decimals, remainder }) => ({
      shares: splitEvenly(total, count, { decimals, remainder }).map((share) => share.toFixed(decimals)),
    }),
  }),
  coreFunction({
    name: 'money.sum',
    summary: 'Soma valores sem erro de ponto flutuante.',
    takes: '{values}',
    gives: '{value}',
    input: v.object({ values: v.pipe(v.array(amount), v.maxLength(1_000_000)) }),
    run: ({ values }) => ({ value: sum(values).toString() }),
  }),
]
