import { empresaTrayPagamentoFields } from '../../../../core/fields/cadastros/tray-pagamento'
import { resource } from '../../../platform/resource'

/** Which payment method of ours a payment method of the Tray shop is (spec N1-018). */
export const empresaTrayPagamento = resource({
  name: 'empresa_tray_pagamento',
  paths: ['cadastros/empresa_tray_pagamento'],
  title: 'Pagamento da Tray',
  right: 'empresa',
  company: 'member',
  fields: empresaTrayPagamentoFields,
  search: ['external_payment'],
  display: ['external_payment_id', 'external_payment'],
  unique: [['empresa_id', 'external_payment_id']],
  parent: { resource: 'empresa', field: 'empresa_id', list: 'tray_payment_relationship' },
})
