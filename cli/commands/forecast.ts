import type { Command } from 'commander'
import { existsSync } from 'node:fs'
import type { CivilDate } from '../../core/br/civil-date'
import type { Period } from '../../core/forecast/periods'
import type { Target } from '../api'
import { misuse, unreachable } from '../exit'
import type { Forecast, ForecastOptions } from '../forecast/run'
import { Progress, writeOut } from '../output'
import { withTarget } from './call'

interface Options extends Target {
  readonly method: string
  readonly periods: string
  readonly view: string
  readonly season?: string
  readonly growth: string
  readonly decimals: string
  readonly level: string
  readonly from?: string
  readonly to?: string
  readonly previsao?: string
  readonly empresa?: string
  readonly json: boolean
}

const HELP = `
Entrada (arquivo, ou a entrada padrão):
  CSV   uma venda por linha; a primeira linha nomeia as colunas, em qualquer ordem:
        codigo (ou produto, mercadoria, sku)   data (AAAA-MM-DD ou DD/MM/AAAA)   quantidade (ou qtd)
        devoluções são quantidades negativas; separador ; tab , ou |
  JSON  [{"code": "A1", "history": [{"date": "2026-01-31", "quantity": 5}]}]   vendas por dia
        [{"code": "A1", "series": [5, 7, 6]}]                                   valores em sequência
        uma lista, {"items": […]} ou um objeto por linha
Saída:
  CSV   codigo;periodo;quantidade;minimo;maximo;metodo   (periodo: primeiro dia, ou 1, 2, 3 … para sequências)
  --json um produto por linha: {code, method, class, reason, notice, ahead: [{period, quantity, lower, upper}]}
Métodos: auto (o que melhor teria previsto o passado), combination, damped-trend, damped-trend-recent, ses, theta,
  moving-averages, ses-0.1, tsb, sba, mean, naive, seasonal-naive
Com --previsao gera a previsão gravada no sistema, com o histórico de vendas da empresa, e a escreve.`

export function forecastCommand(program: Command): void {
  withTarget(program.command('forecast [arquivo]'))
    .description('prevê a demanda de produtos a partir de vendas em CSV ou JSON, ou gera uma previsão do sistema')
    .option('--method <metodo>', 'método, ou auto', 'auto')
    .option('--periods <n>', 'períodos à frente', '12')
    .option('--view <visao>', 'day, week ou month: os períodos de vendas com data', 'month')
    .option('--season <n>', 'períodos de um ciclo (padrão: 7, 52 ou 12 pela visão; 1 para sequências)')
    .option('--growth <fator>', 'multiplica a previsão: 1.1 é 10 % a mais', '1')
    .option('--decimals <n>', 'casas decimais das quantidades', '2')
    .option('--level <p>', 'parte dos casos que o intervalo deve conter', '0.8')
    .option('--from <data>', 'início do histórico (padrão: a primeira venda)')
    .option('--to <data>', 'fim do histórico (padrão: a última venda)')
    .option('--previsao <id>', 'gera esta previsão do sistema em vez de ler um arquivo')
    .option('--empresa <id>', 'com --previsao: age nesta empresa')
    .option('--json', 'resposta em JSON, um produto por linha', false)
    .addHelpText('after', HELP)
    .action(async (file: string | undefined, options: Options) => {
      if (options.previsao !== undefined) {
        if (file !== undefined) throw misuse('Diga um arquivo ou --previsao, não os dois.')
        const { generateStored } = await import('../forecast/stored')
        return generateStored({ ...options, previsao: whole(options.previsao, '--previsao', 1, 2_147_483_647) })
      }
      await forecastFile(file, await optionsOf(options), options.json)
    })
}

async function forecastFile(file: string | undefined, options: ForecastOptions, json: boolean): Promise<void> {
  if (file !== undefined && !existsSync(file)) throw unreachable(`O arquivo ${file} não existe.`)
  const [{ bytesOf }, { readSources }, { forecasts }] = await Promise.all([
    import('../core-stream'),
    import('../forecast/read'),
    import('../forecast/run'),
  ])
  const reading = new Progress('Lendo', 0)
  const sources = await readSources(bytesOf(file), (rows) => reading.show(rows, `${rows} vendas`)).finally(() =>
    reading.end(),
  )
  const progress = new Progress('Prevendo', sources.length)
  let done = 0
  try {
    if (!json) await writeOut(await csvOf([HEAD]))
    for (const part of forecasts(sources, options)) {
      done += part.length
      progress.show(done, `${done} de ${sources.length} produtos`)
      await writeOut(
        json ? part.map((one) => `${JSON.stringify(one)}\n`).join('') : await csvOf(rowsOf(part, options.decimals)),
      )
    }
  } finally {
    progress.end()
  }
}

const HEAD = ['codigo', 'periodo', 'quantidade', 'minimo', 'maximo', 'metodo']

async function csvOf(rows: readonly (readonly string[])[]): Promise<string> {
  const { writeCsv } = await import('../../core/tabular/csv')
  return writeCsv(rows)
}

function rowsOf(part: readonly Forecast[], decimals: number): string[][] {
  const number = (value: number) => value.toFixed(decimals).replace('.', ',')
  return part.flatMap(({ code, method, ahead }) =>
    ahead.map(({ period, quantity, lower, upper }) => [
      code,
      period,
      number(quantity),
      number(lower),
      number(upper),
      method,
    ]),
  )
}

const VIEWS: ReadonlyMap<string, Period> = new Map<string, Period>([
  ['day', 'day'],
  ['dia', 'day'],
  ['week', 'week'],
  ['semana', 'week'],
  ['month', 'month'],
  ['mes', 'month'],
  ['mês', 'month'],
])

async function optionsOf(options: Options): Promise<ForecastOptions> {
  const [{ NAMED_METHODS }, { requireGrowth }, { CoreError }] = await Promise.all([
    import('../../core/forecast/named'),
    import('../../core/forecast/cells'),
    import('../../core/errors'),
  ])
  const method = NAMED_METHODS.find((one) => one === options.method)
  if (method === undefined && options.method !== 'auto')
    throw misuse(`Não há método '${options.method}'. Há: auto, ${NAMED_METHODS.join(', ')}.`)
  const view = VIEWS.get(options.view.toLowerCase())
  if (view === undefined) throw misuse('--view é day, week ou month.')
  const level = Number(options.level)
  if (!(level > 0 && level < 1)) throw misuse('--level fica entre 0 e 1, como 0.8.')
  const growth = options.growth.replace(',', '.')
  try {
    requireGrowth(growth)
  } catch (error) {
    if (error instanceof CoreError) throw misuse(error.message)
    throw error
  }
  return {
    method,
    view,
    level,
    growth,
    periods: whole(options.periods, '--periods', 1, 1000),
    season: options.season === undefined ? undefined : whole(options.season, '--season', 1, 1000),
    decimals: whole(options.decimals, '--decimals', 0, 6),
    from: await dateOf(options.from, '--from'),
    to: await dateOf(options.to, '--to'),
  }
}

function whole(text: string, name: string, least: number, most: number): number {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= least && value <= most)) throw misuse(`${name} é um número de ${least} a ${most}.`)
  return value
}

async function dateOf(text: string | undefined, name: string): Promise<CivilDate | undefined> {
  if (text === undefined) return undefined
  const { isCivilDate } = await import('../../core/br/civil-date')
  if (!isCivilDate(text)) throw misuse(`${name} é uma data como 2026-01-31.`)
  return text
}
