import type { Command } from 'commander'
import type { CashFlowOptions } from '../finance/cash-flow'
import type { SettleOptions } from '../finance/settle'
import { withTarget } from './call'

const SETTLE_HELP = `
Contas: números internos (prumo finance settle pagar 12 15 18), ou um arquivo com --file (- lê a entrada padrão):
  CSV   a primeira linha nomeia as colunas, em qualquer ordem (separador ; tab , ou |):
        id ou numero   valor (padrão: o saldo)   juros   multa   desconto
  JSON  [{"id": 12}, {"numero": "NF-7/1", "vPago": "90.00", "vJuros": "1.20"}]
Até 5.000 contas são baixadas juntas, todas ou nenhuma, com um lançamento em cada conta caixa: a de --conta, ou onde
cada conta é esperada. Um arquivo maior é baixado em partes. Uma conta aparece uma só vez.
O mesmo pedido, na mesma data, não é feito duas vezes em 24 horas, nem depois de estornado: repetido, ele avisa e nada
é baixado. Com --outra-vez ele é feito de novo.`

/** `prumo finance`: money from the terminal, over the API, with its rights and its audit. */
export function financeCommand(program: Command): void {
  const finance = program.command('finance').description('projeta o caixa e dá baixa em contas')
  withTarget(finance.command('cash-flow'))
    .description('projeta o caixa dia a dia: o que entra, o que sai, o saldo e o menor deles')
    .option('--empresa <id>', 'age nesta empresa')
    .option('--dias <n>', 'dias à frente, 1 a 731', '30')
    .option('--conta <ids>', 'só estas contas caixa, separadas por vírgula')
    .option('--centro <id>', 'só este centro de resultado; nenhum: só o que não tem')
    .option(
      '--cenario <nome>',
      'vencimento, habito (clientes pagam com o atraso de costume) ou recebe_hoje',
      'vencimento',
    )
    .option('--sem-previsoes', 'deixa de fora o que é só previsão', false)
    .option('--piso <valor>', 'termina com erro (1) se o saldo fica abaixo deste valor em algum dia')
    .option('--todos', 'mostra também os dias sem movimento', false)
    .option('--json', 'resposta em JSON', false)
    .action(async (options: CashFlowOptions) => (await import('../finance/cash-flow')).cashFlow(options))
  withTarget(finance.command('settle <tipo> [ids...]'))
    .description('dá baixa em contas a pagar ou a receber (tipo: pagar ou receber), até 5.000 de uma vez')
    .option('--file <arquivo>', 'lê as contas de um arquivo CSV ou JSON')
    .option('--empresa <id>', 'age nesta empresa')
    .option('--conta <id>', 'conta caixa do pagamento')
    .option('--pagamento <id>', 'forma de pagamento, que diz a conta caixa')
    .option('--data <data>', 'data do pagamento, AAAA-MM-DD (padrão: hoje)')
    .option('--tarifa <valor>', 'tarifa do banco, um lançamento ao lado')
    .option('--confirma', 'aceita uma data futura', false)
    .option('--outra-vez', 'faz de novo o mesmo pedido que já foi feito hoje', false)
    .option('--dry-run', 'só diz o que seria feito: nada é gravado', false)
    .option('--json', 'resposta em JSON', false)
    .addHelpText('after', SETTLE_HELP)
    .action(async (tipo: string, ids: string[], options: SettleOptions) =>
      (await import('../finance/settle')).settle(tipo, ids, options),
    )
}
