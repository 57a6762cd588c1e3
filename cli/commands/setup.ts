import type { Command } from 'commander'
import { existsSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import type { Terminal } from '../setup/given/ask'
import type { SetUp } from '../setup/given/run'
import { refused, unreachable } from '../exit'
import { say, table, warn } from '../output'

interface Options {
  readonly file?: string
  readonly dryRun: boolean
  readonly json: boolean
}

/** `prumo setup`: what a company begins with, asked for or from a file; safely repeatable. */
export function setupCommand(program: Command): void {
  program
    .command('setup')
    .description(
      'configura a empresa (CNPJ, endereço, regime, locais de estoque, pagamentos, usuários): pergunta, ou lê um arquivo',
    )
    .option('--file <empresa.json>', 'lê as respostas de um arquivo JSON em vez de perguntar')
    .option('--dry-run', 'só mostra o que seria feito', false)
    .option('--json', 'responde em JSON', false)
    .action(setup)
}

async function setup(options: Options): Promise<void> {
  const [{ withDatabase }, { runSetup, standingOf }, { readGiven }, { askGiven }, { lookUpCompany }] =
    await Promise.all([
      import('../local'),
      import('../setup/given/run'),
      import('../setup/given/shape'),
      import('../setup/given/ask'),
      import('../setup/given/look-up'),
      import('../../http/resources'),
    ])
  const { file, dryRun } = options
  if (file !== undefined && !existsSync(file)) throw unreachable(`O arquivo ${file} não existe.`)
  const fromFile = file === undefined ? undefined : readGiven(readFileSync(file, 'utf8'))
  const done = await withDatabase(async (database, settings) => {
    const ask = async () =>
      withTerminal(async (terminal) =>
        askGiven(terminal, await standingOf(database), (cnpj) => lookUpCompany(settings.cnpjUrl, cnpj)),
      )
    return runSetup(database, settings, fromFile ?? (await ask()), { dryRun, warn })
  })
  await tell(done, options)
}

/** Asks on standard error, so that the output stays for scripts; an input that ends leaves everything as it is. */
async function withTerminal<T>(work: (terminal: Terminal) => Promise<T>): Promise<T> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  const answers = lines[Symbol.asyncIterator]()
  try {
    return await work({
      ask: async (question) => {
        process.stderr.write(question)
        const next = await answers.next()
        if (next.done === true) throw refused('As respostas acabaram antes do fim: nada foi gravado.')
        return next.value
      },
      tell: warn,
    })
  } finally {
    lines.close()
  }
}

const WORDS = { cria: 'cria', altera: 'altera', mantém: 'já está' } as const

async function tell({ changes, passwords, installed }: SetUp, { dryRun, json }: Options): Promise<void> {
  const secrets = [
    ...(installed?.generated === true ? [{ email: installed.email, senha: installed.password }] : []),
    ...passwords,
  ]
  if (json) return say(JSON.stringify({ simulado: dryRun, alteracoes: changes, senhas: dryRun ? [] : secrets }))
  const rows = changes.map((one) => ({ ...one, acao: WORDS[one.acao] }))
  await say(rows.length === 0 ? 'Nada a fazer.' : table(rows, ['parte', 'registro', 'acao', 'campos']))
  if (dryRun) return say('Nada foi gravado (--dry-run).')
  for (const { email, senha } of secrets) await say(`Senha de ${email}: ${senha}`)
  if (secrets.length > 0) await say('Anote as senhas: elas não serão mostradas de novo.')
}
