import type { Command } from 'commander'
import { readSettings } from '../../http/settings'
import { refused } from '../exit'

export function seedCommand(program: Command): void {
  program
    .command('seed')
    .description('num banco vazio, cria os papéis e o primeiro administrador; com --demo, a empresa de demonstração')
    .option('--demo', 'cria a empresa de demonstração', false)
    .action(async (options: { demo: boolean }) => {
      const settings = readSettings()
      const [{ openDatabase }, { install }, { servicesFor }] = await Promise.all([
        import('../../http/db/connect'),
        import('../setup/install'),
        import('../setup/services'),
      ])
      const database = await openDatabase(settings)
      try {
        const made = await install(servicesFor(database, settings), settings, options)
        if (!made) throw refused('O banco de dados já tem usuários: nada foi alterado.')
        process.stdout.write(`Administrador: ${made.email}\n`)
        if (made.generated) process.stdout.write(`Senha: ${made.password}\n`)
      } finally {
        await database.close()
      }
    })
}
