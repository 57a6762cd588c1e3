import {
  contasPagarFields,
  contasReceberFields,
  movimentoFinanceiroFields,
  pagamentoFields,
} from '../../core/fields/financeiro/registers'
import { sql } from 'drizzle-orm'
import { resource } from '../platform/resource'
import { may } from '../platform/rights'

/** Payment methods. */
export const pagamento = resource({
  name: 'pagamento',
  paths: ['financeiro/pagamentos', 'pagamento', 'configuracao/pagamento'],
  title: 'Forma de pagamento',
  right: 'pagamento',
  open: true,
  company: 'optional',
  fields: pagamentoFields,
  search: ['descricao'],
  display: ['descricao', 'maxInstallments', 'parcelaDiaUtil'],
})

export const contasReceber = resource({
  name: 'contas_receber',
  paths: ['financeiro/contas_receber', 'contas_receber'],
  title: 'Conta a receber',
  right: 'contas_receber',
  readOnly: true,
  company: 'own',
  fields: contasReceberFields,
  search: ['numero', 'cliente_id.xNome'],
  display: ['numero', 'vDup', 'vSaldo'],
  indexes: [
    ['empresa_id', 'dVencimento'],
    ['documento', 'documento_id'],
  ],
})

export const contasPagar = resource({
  name: 'contas_pagar',
  paths: ['financeiro/contas_pagar', 'contas_pagar'],
  title: 'Conta a pagar',
  right: 'contas_pagar',
  readOnly: true,
  company: 'own',
  fields: contasPagarFields,
  search: ['numero', 'fornecedor_id.xNome'],
  display: ['numero', 'vDup', 'vSaldo'],
  indexes: [
    ['empresa_id', 'dVencimento'],
    ['documento', 'documento_id'],
  ],
})

/** The money ledger of titles: one row an event, added and never changed. The sum of a title's rows is its balance. */
export const movimentoFinanceiro = resource({
  name: 'movimento_financeiro',
  paths: ['financeiro/movimento'],
  title: 'Movimento financeiro',
  right: 'contas_receber',
  readOnly: true,
  company: 'own',
  fields: movimentoFinanceiroFields,
  search: ['evento'],
  display: ['evento', 'valor'],
  // What is owed to others shows to those who may see what is owed.
  visible: (ctx) => (may(ctx, contasPagar, 'read') ? sql`true` : sql`t.contas_pagar_id is null`),
})
