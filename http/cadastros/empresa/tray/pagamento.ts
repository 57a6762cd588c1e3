import { f } from '../../../platform/fields'
import { resource } from '../../../platform/resource'

/** Which payment method of ours a payment method of the Tray shop is (spec N1-018). */
export const empresaTrayPagamento = resource({
  name: 'empresa_tray_pagamento',
  paths: ['cadastros/empresa_tray_pagamento'],
  title: 'Pagamento da Tray',
  right: 'empresa',
  company: 'member',
  fields: {
    empresa_id: f.ref('Empresa', 'empresa').required(),
    external_payment_id: f.text('Código na Tray', { max: 60 }).required(),
    external_payment: f.text('Pagamento na Tray', { max: 120 }),
    internal_payment_id: f.ref('Forma de pagamento', 'pagamento').required(),
  },
  search: ['external_payment'],
  display: ['external_payment_id', 'external_payment'],
  unique: [['empresa_id', 'external_payment_id']],
  parent: { resource: 'empresa', field: 'empresa_id', list: 'tray_payment_relationship' },
})
