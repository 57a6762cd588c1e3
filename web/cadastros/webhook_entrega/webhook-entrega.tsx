import { lazily } from '../../app/lazy'
import { lazyModal } from '../../ui/lazy-modal'
import { screen } from '../../app/registry'

/** What was told to other systems, what waits, and what could not be delivered. */
export const webhookEntrega = screen({
  path: '/ui/cadastros/webhook_entrega',
  title: 'Entregas de webhooks',
  area: 'Cadastros',
  register: true,
  right: 'empresa',
  create: false,
  component: lazily(async () => (await import('./list')).Deliveries),
  modals: { 'edit/:id': { component: lazyModal(async () => (await import('./detail')).Delivery) } },
})
