import { lazyScreen } from '../../app/lazy-screen'
import { screen } from '../../app/registry'
import { lazyModal } from '../../ui/lazy-modal'

export const servico = screen({
  path: '/ui/servico/servico',
  title: 'Serviços',
  area: 'Serviço',
  register: true,
  right: 'servico',
  component: lazyScreen(async () => (await import('./services')).Servicos),
  modals: { 'edit/:id': { component: lazyModal(async () => (await import('./services')).ServicoForm), size: 'md' } },
})
