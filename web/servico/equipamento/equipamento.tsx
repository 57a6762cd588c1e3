import { lazyScreen } from '../../app/lazy-screen'
import { screen } from '../../app/registry'
import { lazyModal } from '../../ui/lazy-modal'

export const equipamento = screen({
  path: '/ui/servico/equipamento',
  title: 'Equipamentos',
  area: 'Serviço',
  register: true,
  right: 'ordem_servico',
  component: lazyScreen(async () => (await import('./equipment')).Equipamentos),
  modals: {
    'edit/:id': { component: lazyModal(async () => (await import('./equipment')).EquipamentoForm), size: 'lg' },
  },
})
