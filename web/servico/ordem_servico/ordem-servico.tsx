import { lazyScreen } from '../../app/lazy-screen'
import { screen } from '../../app/registry'
import { lazyModal } from '../../ui/lazy-modal'

export const ordemServico = screen({
  path: '/ui/servico/ordem_servico',
  title: 'Ordens de serviço',
  area: 'Serviço',
  right: 'ordem_servico',
  component: lazyScreen(async () => (await import('./order')).Ordens),
  modals: {
    'edit/:id': { component: lazyModal(async () => (await import('./order')).OrdemForm), size: 'xl' },
    'edit/:id/tecnico': { component: lazyModal(async () => (await import('./technician')).Technician), size: 'full' },
  },
})
