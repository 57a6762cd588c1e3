import { webhookEntregaFields } from '../../../../core/fields/cadastros/webhook-entrega'
import { resource } from '../../../platform/resource'

/**
 * Deliveries of webhooks, as integrators know them: the exchanges (`troca`) of the kind `webhook`, shown by a view. What is on its way, whether or not it may have
 * been taken, is `na_fila`: it goes again under the same identifier.
 */
export const webhookEntrega = resource({
  name: 'webhook_entrega',
  paths: ['cadastros/webhook_entrega'],
  title: 'Entrega de webhook',
  right: 'empresa',
  readOnly: true,
  view: { of: 'troca', where: { tipo: 'webhook' } },
  company: 'own',
  fields: webhookEntregaFields,
  search: [],
  display: ['event_type', 'identificador'],
})
