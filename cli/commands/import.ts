import type { Command } from 'commander'
import { existsSync, readFileSync } from 'node:fs'
import { misuse, unreachable } from '../exit'
import type { InvoiceOptions } from '../import/nfe'
import { say, warn } from '../output'
import { withTarget } from './call'
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
    .action(async (files: string[], options: InvoiceOptions) =>
      (await import('../import/nfe')).importInvoices(files, options),
    )
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

function assertFile(file: string): void {
  if (!existsSync(file)) throw unreachable(`O arquivo ${file} não existe.`)
}
