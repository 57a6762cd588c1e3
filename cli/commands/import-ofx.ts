import type { Command } from 'commander'
import type { ImportOfxOptions } from '../finance/import-ofx'
import { withTarget } from './call'

/** `prumo finance import-ofx`: bank statements from the terminal, each line once. */
export function importOfxCommand(program: Command): void {
  const known = program.commands.find((one) => one.name() === 'finance')
  const finance = known ?? program.command('finance').description('dinheiro: extratos')
  withTarget(finance.command('import-ofx <arquivos...>'))
    .description('carrega extratos OFX ou CNAB 240; o que já veio antes é contado e fica')
    .option('--conta <id>', 'a conta caixa (padrão: a dos números do arquivo)')
    .option('--empresa <id>', 'age nesta empresa')
    .option('--confirma', 'carrega embora o arquivo diga outra conta', false)
    .option('--dry-run', 'só diz o que entraria: nada é gravado', false)
    .option('--json', 'resposta em JSON, um arquivo por linha', false)
    .action(async (files: string[], options: ImportOfxOptions) =>
      (await import('../finance/import-ofx')).importOfx(files, options),
    )
}
