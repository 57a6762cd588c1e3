import { type Command, Option } from 'commander'
import type { BoletoOptions, RemessaOptions, RetornoOptions } from '../bank/bank'
import type { DdaOptions } from '../bank/dda'
import type { EnviaOptions, PagamentoRetornoOptions } from '../bank/payments'
import { withTarget } from './call'

const common = (command: Command): Command =>
  withTarget(command)
    .option('--empresa <id>', 'age nesta empresa')
    .option('--dry-run', 'só diz o que seria feito: nada é gravado', false)
    .option('--json', 'resposta em JSON, uma linha por arquivo', false)

/** `prumo bank`: files exchanged with banks, from the terminal. */
export function bankCommand(program: Command): void {
  const bank = program.command('bank').description('arquivos trocados com bancos: cobrança, DDA e pagamentos')
  common(bank.command('remessa'))
    .description('gera a remessa dos boletos que esperam e a grava nesta pasta, ou onde for dito')
    .option('--cobranca <id>', 'a cobrança bancária (padrão: a única da empresa)')
    .option('--boletos <ids>', 'só estes, separados por vírgula')
    .option('--gera', 'antes, gera os boletos das contas que devem ter um', false)
    .option('--saida <arquivo>', 'onde gravar o arquivo; - é a saída padrão')
    .action(async (options: RemessaOptions) => (await import('../bank/bank')).makeRemessa(options))
  common(bank.command('retorno <arquivos...>'))
    .description('carrega retornos, ou todos de uma pasta; o mesmo arquivo entra uma só vez')
    .option('--baixa', 'dá baixa no que foi pago', false)
    .option('--move', 'passa o que foi lido para a pasta lidos', false)
    .option('--vigia <segundos>', 'olha a pasta de novo a cada tanto, até ser encerrado; com --move')
    .action(async (files: string[], options: RetornoOptions) =>
      (await import('../bank/bank')).takeRetornos(files, options),
    )
  common(bank.command('dda <arquivos...>'))
    .description('carrega varreduras do DDA, ou todas de uma pasta; o mesmo boleto entra uma só vez')
    .option('--move', 'passa o que foi lido para a pasta lidos', false)
    .action(async (files: string[], options: DdaOptions) => (await import('../bank/dda')).takeSweeps(files, options))
  common(bank.command('boleto'))
    .description('grava boletos em um PDF')
    .option('--boletos <ids>', 'os boletos, separados por vírgula')
    .option('--contas <ids>', 'gera os boletos destas contas a receber')
    .addOption(new Option('--forma <forma>', 'um por página, ou três').choices(['folha', 'carne']).default('folha'))
    .option('--saida <arquivo>', 'onde gravar o PDF (padrão: boletos.pdf)')
    .action(async (options: BoletoOptions) => (await import('../bank/bank')).printBoletos(options))
  payments(bank.command('pagamento').description('pagamentos: remessas ao banco e o que ele responde'))
}

function payments(command: Command): void {
  common(command.command('envia'))
    .description('gera os arquivos de uma remessa de pagamentos aprovada e os grava nesta pasta, ou onde for dito')
    .requiredOption('--remessa <id>', 'a remessa de pagamentos; uma já enviada é gravada de novo, byte a byte')
    .option('--saida <arquivo>', 'o arquivo ou a pasta em que gravar; - é a saída padrão')
    .action(async (options: EnviaOptions) => (await import('../bank/payments')).sendPayments(options))
  common(command.command('retorno <arquivos...>'))
    .description('carrega retornos de pagamentos, ou todos de uma pasta, e dá baixa no que foi pago')
    .option('--move', 'passa o que foi lido para a pasta lidos', false)
    .action(async (files: string[], options: PagamentoRetornoOptions) =>
      (await import('../bank/payments')).takePaymentReturns(files, options),
    )
}
