import { avisoPagamentoFields } from '../../../core/fields/financeiro/link-pagamento'
import { avisoPagamentoLife } from '../../../core/lifecycle/aviso-pagamento'
import { effects } from '../../documents/steps'
import { type RecordOf, resource } from '../../platform/resource'

/** What payment services told of payments: posted at once where it says just what is owed, else a queue that a person goes through. */
export const avisoPagamento = resource({
  name: 'aviso_pagamento',
  paths: ['financeiro/aviso_pagamento', 'aviso_pagamento'],
  title: 'Pagamento por link',
  right: 'contas_receber',
  readOnly: true,
  company: 'own',
  fields: avisoPagamentoFields,
  life: avisoPagamentoLife,
  search: ['cliente_id.xNome'],
  display: ['valor', 'dPagamento', 'meio'],
  unique: [['empresa_id', 'evento_id']],
  indexes: [
    ['empresa_id', 'status', 'id'],
    ['empresa_id', 'pagamento_externo'],
  ],
})

export type PaymentNotice = RecordOf<typeof avisoPagamento>

effects(avisoPagamento, {
  lanca: {
    title: 'o lançamento',
    date: 'dhLancamento',
    posts: [
      { ledger: 'titulos', when: {}, sums: { valor: '-d."vBaixa" - d."vCredito"' } },
      // Of before there was a cash ledger, nothing is in it.
      { ledger: 'caixa', when: { caixa: true }, sums: { vLancamento: 'd."vBaixa" + d."vCredito"' } },
    ],
  },
})
