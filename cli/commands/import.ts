import type { Command } from 'commander'
import { existsSync, readFileSync } from 'node:fs'
import type { Api, Target } from '../api'
import { CommandError, EXIT, misuse, unreachable } from '../exit'
import { say, warn } from '../output'
import { formOf, withTarget } from './call'
import { importTableCommands } from './import-table'

export function importCommand(program: Command): void {
  const command = program
    .command('import')
    .description('importa cadastros, preços, tabelas e notas, e desfaz importações')
  importTableCommands(command)
  command
    .command('municipios <arquivo>')
    .description('carrega a tabela de municípios do IBGE (JSON com as colunas nome e codigo7)')
    .action(importCities)
  for (const [table, about] of Object.entries(TABLES))
    command
      .command(`${table} <arquivo>`)
      .description(`carrega a tabela oficial de ${about}`)
      .action((file: string) => importTable(table, file))
  withTarget(command.command('nfe <arquivos...>'))
    .description('recebe XML de NF-e e gera as entradas')
    .option('--only-receive', 'só recebe as notas, sem gerar as entradas', false)
    .option('--empresa <id>', 'age nesta empresa')
    .action(importInvoices)
}

async function importCities(file: string): Promise<void> {
  assertFile(file)
  const [{ withDatabase, asSystem }, { importMunicipios }] = await Promise.all([
    import('../local'),
    import('../import/municipios'),
  ])
  const text = readFileSync(file, 'utf8')
  const written = await withDatabase((database) => asSystem(database, (ctx) => importMunicipios(ctx, text)))
  await say(`${written} municípios gravados.`)
}

/** The official files that are read, beside JSON, XLSX and CSV whose columns are the code and `name` or `descrição`, and where there is any its validity. */
const TABLES = {
  ncm: 'NCM (o JSON do portal Siscomex, ou planilha com código e descrição)',
  cfop: 'CFOP (planilha ou JSON com código e descrição)',
  cest: 'CEST (planilha ou JSON com código e descrição)',
  cst: 'CST (planilha ou JSON com imposto, código e descrição)',
  cclasstrib: 'cClassTrib (a planilha do portal da NF-e)',
} as const

async function importTable(table: string, file: string): Promise<void> {
  assertFile(file)
  const [{ withDatabase, asSystem }, { importCodes }, { codeFileText }, { isCodeTable }] = await Promise.all([
    import('../local'),
    import('../import/code-table'),
    import('../import/code-file'),
    import('../setup/tables/tables'),
  ])
  if (!isCodeTable(table)) throw misuse(`Não há tabela ${table}.`)
  const text = await codeFileText(file, warn)
  const written = await withDatabase((database) => asSystem(database, (ctx) => importCodes(ctx, table, text)))
  await say(`${written} códigos gravados.`)
}

async function importInvoices(
  files: readonly string[],
  options: Target & { readonly onlyReceive: boolean; readonly empresa?: string },
): Promise<void> {
  for (const file of files) assertFile(file)
  if (options.empresa !== undefined && !/^\d{1,9}$/.test(options.empresa)) throw misuse('--empresa é um número.')
  const { openApi } = await import('../api')
  const api = await openApi(options)
  const headers: Record<string, string> = options.empresa === undefined ? {} : { 'X-Empresa': options.empresa }
  let failed = 0
  try {
    for (const file of files)
      try {
        await say(`${file}: ${await importInvoice(api, file, { headers, entry: !options.onlyReceive })}`)
      } catch (error) {
        if (!(error instanceof CommandError) || error.exitCode !== EXIT.refused) throw error
        failed++
        warn(`${file}: ${error.message}`)
      }
  } finally {
    await api.close()
  }
  if (failed > 0) throw new CommandError(EXIT.refused, `${failed} de ${files.length} notas não foram importadas.`)
}

/** Receives one invoice and makes its goods entry. */
async function importInvoice(
  api: Api,
  file: string,
  { headers, entry }: { headers: Record<string, string>; entry: boolean },
): Promise<string> {
  const { answerOf } = await import('../api')
  const base = '/api/compras/nfe_compra'
  const received = fields(
    await answerOf(await api.request(`${base}/uploadXML`, { method: 'POST', headers, body: formOf([file]) })),
  )
  const note = `nota ${String(received.get('nNF') ?? '')} recebida (${String(received.get('id'))})`
  if (!entry) return note
  const made = fields(
    await answerOf(
      await api.request(`${base}/${String(received.get('id'))}/processarImportacao`, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: '{}',
      }),
    ),
  )
  return `${note}, entrada ${String(made.get('entrada_id'))}`
}

const fields = (answer: unknown) =>
  new Map<string, unknown>(typeof answer === 'object' && answer !== null ? Object.entries(answer) : [])

function assertFile(file: string): void {
  if (!existsSync(file)) throw unreachable(`O arquivo ${file} não existe.`)
}
