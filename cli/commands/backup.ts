import type { Command } from 'commander'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { misuse, unreachable } from '../exit'
import { say } from '../output'

export function backupCommand(program: Command): void {
  program
    .command('backup <arquivo>')
    .description('copia o banco de dados inteiro para um arquivo, sem parar o servidor')
    .option('--force', 'substitui o arquivo se ele já existir', false)
    .action(async (file: string, options: { force: boolean }) => {
      const target = resolve(file)
      if (existsSync(target) && !options.force) throw misuse(`${target} já existe. Use outro nome, ou --force.`)
      const [{ withDatabase }, { backup }] = await Promise.all([import('../local'), import('../backup/backup')])
      const report = await withDatabase((database) => backup(database.url, target, new Date()))
      await say(`${report.rows} linhas de ${report.tables} tabelas em ${target} (${megabytes(report.bytes)}).`)
      await say('Guarde também a chave dos segredos: o arquivo secret de PRUMO_DATA, ou PRUMO_SECRET.')
    })
}

export function restoreCommand(program: Command): void {
  program
    .command('restore <arquivo>')
    .description('restaura uma cópia em um banco de dados vazio da mesma versão, e confere tudo')
    .option('--ensaio', 'só prova que a cópia pode ser restaurada: em um banco à parte, que é descartado', false)
    .action(async (file: string, { ensaio }: { ensaio: boolean }) => {
      if (!existsSync(file)) throw unreachable(`O arquivo ${file} não existe.`)
      const [{ withDatabase }, work] = await Promise.all([
        import('../local'),
        ensaio
          ? import('../backup/drill').then((one) => one.drill)
          : import('../backup/restore').then((one) => one.restore),
      ])
      const report = await withDatabase((database) => work(database.url, file))
      const done = ensaio ? 'restauradas em um banco à parte, já descartado; os livros conferem' : 'restauradas'
      await say(`${report.rows} linhas de ${report.tables} tabelas ${done}; cópia de ${report.created}.`)
      for (const [name, value] of Object.entries(report.sums)) await say(`  ${name}: ${value}`)
    })
}

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1).replace('.', ',')} MB`
