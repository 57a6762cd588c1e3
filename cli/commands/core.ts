import type { Command } from 'commander'
import { existsSync } from 'node:fs'
import { misuse, unreachable } from '../exit'
import { say, writeOut } from '../output'

interface Options {
  readonly list: boolean
  readonly json: boolean
  readonly file?: string
}

export function coreCommand(program: Command): void {
  program
    .command('core [nome]')
    .description('funções do núcleo: um valor JSON por linha na entrada, uma resposta por linha na saída')
    .option('--list', 'lista as funções', false)
    .option('--json', 'com --list: uma função por linha, em JSON', false)
    .option('--file <arquivo>', 'lê as linhas de um arquivo em vez da entrada padrão')
    .action(async (name: string | undefined, options: Options) => {
      const { coreFunctions } = await import('../../core/functions')
      if (options.list) return listFunctions([...coreFunctions.values()], options.json)
      const one = coreFunctions.get(name ?? '')
      if (!one)
        throw misuse(name ? `Não há função chamada '${name}'. Veja: prumo core --list` : 'Diga qual função, ou --list.')
      if (options.file !== undefined && !existsSync(options.file))
        throw unreachable(`O arquivo ${options.file} não existe.`)
      const { bytesOf, streamCore } = await import('../core-stream')
      await streamCore(one, bytesOf(options.file), writeOut)
    })
}

interface About {
  readonly name: string
  readonly summary: string
  readonly takes: string
  readonly gives: string
}

async function listFunctions(functions: readonly About[], asJson: boolean): Promise<void> {
  const sorted = functions.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const rows = sorted.map(({ name, summary, takes, gives }) => ({ name, summary, takes, gives }))
  if (asJson) return writeOut(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  const width = Math.max(...rows.map((row) => row.name.length))
  for (const row of rows) await say(`${row.name.padEnd(width)}  ${row.summary}`)
}
