import type { Command } from 'commander'
import { Option } from 'commander'
import type { ExportOptions } from '../edi/edi'
import type { SendOptions } from '../import-files'
import { withTarget } from './call'

/** `prumo edi`: files exchanged with carriers, from the terminal. */
export function ediCommand(program: Command): void {
  const edi = program.command('edi').description('arquivos trocados com transportadoras (PROCEDA 3.0A e 5.0)')
  withTarget(edi.command('import <arquivos...>'))
    .description('carrega OCOREN, CONEMB e DOCCOB; o mesmo arquivo entra uma só vez')
    .option('--empresa <id>', 'age nesta empresa')
    .option('--dry-run', 'só diz o que seria feito: nada é gravado', false)
    .option('--json', 'resposta em JSON, um arquivo por linha', false)
    .action(async (files: string[], options: SendOptions) => (await import('../edi/edi')).importFiles(files, options))
  withTarget(edi.command('export'))
    .description('gera o NOTFIS de uma transportadora e o grava nesta pasta, ou onde for dito')
    .requiredOption('--transportadora <id>', 'a transportadora que leva as notas')
    .option('--vendas <ids>', 'as vendas, separadas por vírgula (padrão: todas as que esperam)')
    .option('--rota <id>', 'as vendas desta rota')
    .addOption(new Option('--versao <versão>', 'versão do leiaute').choices(['3.0a', '5.0']).default('3.0a'))
    .option('--confirma', 'envia de novo o que já foi enviado', false)
    .option('--saida <arquivo>', 'onde gravar o arquivo; - é a saída padrão')
    .option('--empresa <id>', 'age nesta empresa')
    .option('--dry-run', 'só diz o que iria: nada é gravado', false)
    .option('--json', 'resposta em JSON', false)
    .action(async (options: ExportOptions) => (await import('../edi/edi')).exportFile(options))
}
