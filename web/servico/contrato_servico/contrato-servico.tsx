import { lazyScreen } from '../../app/lazy-screen'
import { screen } from '../../app/registry'
import { lazyModal } from '../../ui/lazy-modal'

export const contratoServico = screen({
  path: '/ui/servico/contrato_servico',
  title: 'Contratos de serviço',
  area: 'Serviço',
  right: 'contrato_servico',
  component: lazyScreen(async () => (await import('./contracts')).Contratos),
  modals: {
    'edit/:id': { component: lazyModal(async () => (await import('./contracts')).ContratoForm), size: 'lg' },
  },
})
