import { area } from '../area'
import { clienteCredito, movimentoCredito } from './creditos'
import * as creditVerbs from './credit-verbs'
import { expireJob } from './expire-credits'
import { cashAhead, openTitles } from './figures'
import { titlesPersonal } from './personal'
import { titleQueues } from './queues'
import { contasPagar, contasReceber, movimentoFinanceiro, pagamento } from './registers'
import { contasPagarVencimento, contasReceberVencimento } from './reports'

export const financeiro = area({
  name: 'financeiro',
  resources: [pagamento, contasReceber, contasPagar, movimentoFinanceiro, clienteCredito, movimentoCredito],
  actions: [creditVerbs],
  jobs: [expireJob],
  reports: [contasReceberVencimento, contasPagarVencimento],
  figures: [
    { of: [contasReceber], read: (ctx) => openTitles(ctx, 'receber') },
    { of: [contasPagar], read: (ctx) => openTitles(ctx, 'pagar') },
    { of: [contasReceber, contasPagar], read: cashAhead },
  ],
  queues: titleQueues,
  personal: [titlesPersonal],
  rights: ['importar contas_receber'],
  roles: {
    biller_manager: 'show: contas_receber',
    financier_manager: 'store show edit manage: contas_receber contas_pagar pagamento; show: fluxo_caixa',
    financier1: 'store show edit: contas_receber contas_pagar',
    financier2: 'show: contas_receber contas_pagar',
  },
})
