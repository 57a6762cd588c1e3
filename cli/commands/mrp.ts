import type { Command } from 'commander'
import { existsSync } from 'node:fs'
import { TIME_ZONE } from '../../core/br/time-zone'
import { misuse, unreachable } from '../exit'
import { Progress, warn, writeOut } from '../output'

interface Options {
  readonly empresa?: string
  readonly previsao?: string
  readonly inicio?: string
  readonly dias?: string
  readonly json: boolean
  readonly confere: boolean
}

const HELP = `
Entrada (arquivo, ou a entrada padrão):
  JSON  a entrada de 'prumo core mrp.plan': {start, days, items: [{code, onHand?, leadTime?, …}], bom?, demands?, orders?}
  CSV   uma linha por registro; a primeira linha nomeia as colunas, em qualquer ordem (separador ; tab , ou |):
        tipo        item, componente, demanda ou ordem
        item        código da mercadoria (do pai, para um componente)
        componente  código do insumo              quantidade  por unidade, da demanda ou da ordem
        data        AAAA-MM-DD ou DD/MM/AAAA      id          nome da demanda ou da ordem
        estoque, prazo, uteis (sim), seguranca, regra (L4L, FOQ, MULT, MIN, MINMULT, MAX, POQ), lote, minimo, multiplo, maximo,
        dias_lote, perda (%), rendimento (%), decimais, acao (comprar ou produzir)
Saída:
  CSV   item;nivel;acao;falta;quantidade;data_pedido;data;atraso;risco;cobertura
  --json um item por linha, com as métricas
Com --empresa lê o banco de dados do ambiente e planeja com o estoque, as vendas, as compras e a produção em aberto; nada é gravado.`

export function mrpCommand(program: Command): void {
  program
    .command('mrp')
    .description('planejamento de compras e produção')
    .command('plan [arquivo]')
    .description('diz o que falta, quanto e quando pedir: de um arquivo CSV ou JSON, ou dos dados de uma empresa')
    .option('--empresa <id>', 'planeja com os dados desta empresa, em vez de um arquivo')
    .option('--previsao <id>', 'com --empresa: conta com esta previsão de demanda')
    .option('--inicio <data>', 'primeiro dia, AAAA-MM-DD (padrão: hoje)')
    .option('--dias <n>', 'dias do horizonte (padrão: 90)')
    .option('--confere', 'prova o plano sem usar o planejador, e termina com erro se algo não fecha', false)
    .option('--json', 'resposta em JSON, um item por linha', false)
    .addHelpText('after', HELP)
    .action(plan)
}

async function plan(file: string | undefined, options: Options): Promise<void> {
  if (file !== undefined && options.empresa !== undefined) throw misuse('Diga um arquivo ou --empresa, não os dois.')
  if (options.previsao !== undefined && options.empresa === undefined) throw misuse('--previsao vale com --empresa.')
  if (file !== undefined && !existsSync(file)) throw unreachable(`O arquivo ${file} não existe.`)
  const horizon = await horizonOf(options)
  const { planFile } = await import('../mrp/file')
  const { planOf, checked, csvLine, HEAD, named } = await import('../mrp/run')
  const source =
    options.empresa === undefined
      ? { input: await planFile(file, horizon), names: new Map<string, string>() }
      : await (
          await import('../mrp/company')
        ).companyInput({
          empresa: whole(options.empresa, '--empresa', 2_147_483_647),
          previsao: options.previsao === undefined ? null : whole(options.previsao, '--previsao', 2_147_483_647),
          ...horizon,
        })
  const progress = new Progress('Planejando', source.input.items.length)
  try {
    const rows = planOf(source, (done, total) => progress.show(done, `${done} de ${total} itens`))
    if (options.confere) {
      checked(source.input)
      warn('Plano conferido: saldos, lotes, prazos e demandas fecham.')
    }
    if (!options.json) await writeOut(`${HEAD}\r\n`)
    for (let from = 0; from < rows.length; from += CHUNK) {
      const part = rows.slice(from, from + CHUNK)
      await writeOut(
        options.json
          ? part.map((row) => `${JSON.stringify(named(row, source.names))}\n`).join('')
          : part.map((row) => csvLine(row, source.names)).join(''),
      )
    }
  } finally {
    progress.end()
  }
}

const CHUNK = 1000
const MAX_DAYS = 4000

async function horizonOf({ inicio, dias }: Options): Promise<{ start: string; days: number }> {
  const { isCivilDate } = await import('../../core/br/civil-date')
  const { systemClock } = await import('../../http/platform/context')
  if (inicio !== undefined && !isCivilDate(inicio)) throw misuse('--inicio é uma data como 2026-01-31.')
  return {
    start: inicio ?? systemClock(TIME_ZONE).today(),
    days: dias === undefined ? 90 : whole(dias, '--dias', MAX_DAYS),
  }
}

function whole(text: string, name: string, most: number): number {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : 0
  if (value < 1 || value > most) throw misuse(`${name} é um número de 1 a ${most}.`)
  return value
}
