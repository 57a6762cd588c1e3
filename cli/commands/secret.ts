import type { Command } from 'commander'
import { say } from '../output'

/** The key that stored secrets are encrypted with. */
export function secretCommand(program: Command): void {
  program
    .command('secret')
    .description('chave dos segredos guardados: reseal')
    .command('reseal')
    .description(
      'cifra de novo, com PRUMO_SECRET, o que ainda está com uma chave de PRUMO_SECRET_OLD ou num formato antigo',
    )
    .action(async () => {
      const [{ withDatabase, asSystem }, { resealAll }] = await Promise.all([
        import('../local'),
        import('../../http/platform/secrets'),
        import('../../http/resources'),
      ])
      const done = await withDatabase((database) => asSystem(database, resealAll))
      await say(
        done === 0 ? 'Todos os segredos já estão com a chave atual.' : `${done} segredos cifrados com a chave atual.`,
      )
    })
}
