import { lazily } from '../../app/lazy'
import { screen } from '../../app/registry'

/** What goes to outside services, how far it is, and what came of it. */
export const troca = screen({
  path: '/ui/sis/troca',
  title: 'Comunicações',
  area: 'Configuração',
  right: 'empresa',
  create: false,
  component: lazily(async () => (await import('./list')).Exchanges),
  modals: { 'edit/:id': { component: lazily(async () => (await import('./detail')).ExchangeDetail) } },
})
