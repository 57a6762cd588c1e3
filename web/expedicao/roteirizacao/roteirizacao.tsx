import { lazyModal } from '../../ui/lazy-modal'
import { lazyScreen } from '../../app/lazy-screen'
import { screen } from '../../app/registry'

export const roteirizacao = screen({
  path: '/ui/expedicao/roteirizacao',
  title: 'Cenários',
  area: 'Expedição',
  right: 'roteirizacao',
  component: lazyScreen(async () => (await import('./list')).Cenarios),
  modals: {
    'edit/:roteirizacao_id': {
      component: lazyModal(async () => (await import('./planner')).PlannerForm),
      size: 'full',
    },
  },
})
