import { sql } from 'drizzle-orm'
import { pagamentoFields } from '../../core/fields/financeiro/registers'
import { payableWithoutXml } from '../compras/without-pair'
import {
  contasPagarFields,
  contasPagarRateioFields,
  contasReceberFields,
  movimentoFinanceiroFields,
} from '../../core/fields/financeiro/titulos'
import { attachmentsOf } from '../sis/anexo/anexo'
import { bears } from '../documents/steps'
import { resource } from '../platform/resource'
import { may } from '../platform/rights'
import { unproved } from './retencao/retencao'
import { splitHooks } from './split-hooks'
import { titleBeside, titleComputed, titleHooks } from './title-hooks'

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
  company: 'own',
  fields: contasReceberFields,
  beside: titleBeside,
  computed: { ...titleComputed, anexables: attachmentsOf('contas_receber') },
  search: ['numero', 'descricao', 'cliente_id.xNome'],
  display: ['numero', 'vDup', 'vPago', 'vSaldo'],
  indexes: [
    ['empresa_id', 'dVencimento'],
    ['empresa_id', 'vSaldo', 'dVencimento'],
    ['empresa_id', 'dCompetencia'],
    ['documento', 'documento_id'],
    ['lote_id'],
  ],
  custom: { sem_comprovante: unproved },
  hooks: titleHooks('receber'),
})

export const contasPagar = resource({
  name: 'contas_pagar',
  paths: ['financeiro/contas_pagar', 'contas_pagar'],
  title: 'Conta a pagar',
  right: 'contas_pagar',
  company: 'own',
  fields: contasPagarFields,
  beside: titleBeside,
  computed: { ...titleComputed, anexables: attachmentsOf('contas_pagar') },
  search: ['numero', 'descricao', 'fornecedor_id.xNome'],
  display: ['numero', 'vDup', 'vSaldo'],
  indexes: [
    ['empresa_id', 'dVencimento'],
    ['empresa_id', 'vSaldo', 'dVencimento'],
    ['empresa_id', 'dCompetencia'],
    ['documento', 'documento_id'],
    ['empresa_id', 'linha_digitavel'],
  ],
  custom: { sem_xml: payableWithoutXml },
  hooks: titleHooks('pagar'),
})

/** Which cost centres bear a payable, in amounts (R3-065 to R3-067). */
export const contasPagarRateio = resource({
  name: 'contas_pagar_rateio',
  paths: ['financeiro/contas_pagar_rateio'],
  title: 'Rateio da conta a pagar',
  right: 'contas_pagar',
  company: 'own',
  fields: contasPagarRateioFields,
  search: ['centro_custo_id.descricao'],
  display: ['vDist'],
  unique: [['conta_pagar_id', 'centro_custo_id']],
  parent: { resource: 'contas_pagar', field: 'conta_pagar_id', list: 'centro_custo_rateio_list' },
  hooks: splitHooks,
})

bears(contasReceber)
bears(contasPagar)

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
  unique: [['estorno_de']],
  indexes: [
    ['empresa_id', 'dMovimento'],
    ['empresa_id', 'evento', 'dMovimento'],
  ],
  // What is owed to others shows to those who may see what is owed; with a title it shows to whoever sees that.
  visible: (ctx) => (may(ctx, contasPagar, 'read') ? sql`true` : sql`t.contas_pagar_id is null`),
})
