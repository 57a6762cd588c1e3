import type { Command } from 'commander'
import { readSettings } from '../../http/settings'
import { misuse } from '../exit'

export function serveCommand(program: Command): void {
  program
    .command('serve')
    .description('abre o servidor: banco, telas e API')
    .option('--demo', 'num banco embutido vazio, cria a empresa de demonstração', false)
    .option('--port <n>', 'porta (padrão: PORT ou 3000)')
    .option('--host <endereço>', 'endereço em que atende (padrão: HOST ou 127.0.0.1)')
    .action(async (options: { demo: boolean; port?: string; host?: string }) => {
      const settings = readSettings({
        ...process.env,
        ...(options.port === undefined ? {} : { PORT: options.port }),
        ...(options.host === undefined ? {} : { HOST: options.host }),
      })
      if (settings.host === '') throw misuse('Informe um endereço em --host.')
      const { serve } = await import('../serve')
      await serve(settings, { demo: options.demo })
    })
}
