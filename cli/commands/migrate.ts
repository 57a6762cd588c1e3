import type { Command } from 'commander'
import { say } from '../output'

export function migrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('traz o banco de dados à versão deste programa')
    .action(async () => {
      const { withDatabase } = await import('../local')
      await withDatabase(async ({ migrated }) => {
        for (const name of migrated) await say(`aplicada: ${name}`)
        await say(migrated.length === 0 ? 'O banco de dados já está nesta versão.' : 'Banco de dados atualizado.')
      })
    })
}
