import type { Ctx } from '../../http/platform/context'
import { chart } from './chart'
import { firstOperations } from './first-operations'

/** What an empty company begins with, by the names of its registers: common to all of Brazil, and changed or left aside by whoever has others. */

type Values = Readonly<Record<string, unknown>>

export const UNITS: readonly Values[] = [
  { un: 'UN', descricao: 'Unidade', decimal: 0 },
  { un: 'CX', descricao: 'Caixa', decimal: 0 },
  { un: 'PC', descricao: 'Pacote', decimal: 0 },
  { un: 'KG', descricao: 'Quilograma', decimal: 3 },
  { un: 'M', descricao: 'Metro', decimal: 2 },
  { un: 'M2', descricao: 'Metro quadrado', decimal: 2 },
  { un: 'L', descricao: 'Litro', decimal: 2 },
  { un: 'PAR', descricao: 'Par', decimal: 0 },
  { un: 'KIT', descricao: 'Conjunto', decimal: 0 },
]

export const PAYMENTS: readonly Values[] = [
  { descricao: 'Dinheiro', tPag: '01', baixaCaixaAutomatico: 1 },
  { descricao: 'Boleto', tPag: '15', emite_boleto: 1, maxInstallments: 12, parcelaDiaUtil: 1 },
  { descricao: 'Pix', tPag: '17', baixaCaixaAutomatico: 1 },
  { descricao: 'Cartão de crédito', tPag: '03', maxInstallments: 10, installmentType: 1 },
  { descricao: 'Cartão de débito', tPag: '04' },
  { descricao: 'Transferência bancária', tPag: '18' },
]

/** The first company's registers, in the caller's transaction: units, means of payment, operations, one price table, one place of stock, the chart of accounts and where money is. */
export async function firstRegisters(ctx: Ctx, empresa_id: number): Promise<void> {
  const [stock, finance, money, prices, { insert, insertMany }] = await Promise.all([
    import('../../http/estoque/registers'),
    import('../../http/financeiro/registers'),
    import('../../http/financeiro/caixa'),
    import('../../http/comercial/tabela_preco/tabela-preco'),
    import('../../http/platform/engine/write'),
  ])
  await insertMany(ctx, stock.unidade, UNITS)
  await insertMany(ctx, money.planoConta, chart)
  const cash = await insert(ctx, money.banco, { empresa_id, descricao: 'Caixa', tipo: 1, padrao: true })
  await insert(ctx, money.banco, { empresa_id, descricao: 'Conta bancária', tipo: 2 })
  const methods = PAYMENTS.map((one) => (one.tPag === '01' ? { ...one, banco_id: cash.id } : one))
  await insertMany(ctx, finance.pagamento, methods)
  await firstOperations(ctx)
  await insert(ctx, prices.tabelaPreco, { descricao: 'Varejo', padrao: true })
  await insert(ctx, stock.armazenamento, { empresa_id, codigo: 'GERAL', xArmazenamento: 'Estoque geral', padrao: true })
}
