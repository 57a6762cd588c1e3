import { lazily } from '../../app/lazy'
import { lazyModal } from '../../ui/lazy-modal'
import { screen } from '../../app/registry'

/** What goes to outside services, how far it is, and what came of it. */
export const troca = screen({
  path: '/ui/sis/troca',
  title: 'Comunicações',
  area: 'Configuração',
  right: 'empresa',
  create: false,
  component: lazily(async () => (await import('./list')).Exchanges),
  modals: { 'edit/:id': { component: lazyModal(async () => (await import('./detail')).ExchangeDetail) } },
})
