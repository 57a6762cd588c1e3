import { lazyModal } from '../ui/lazy-modal'
import { lazyScreen } from '../app/lazy-screen'
import { screen } from '../app/registry'
import { separacao } from './separacao/separacao'
import { edi } from './edi/screen'
import { roteirizacao } from './roteirizacao/roteirizacao'

const rota = screen({
  path: '/ui/expedicao/rota',
  title: 'Rotas de entrega',
  area: 'Expedição',
  right: 'rotas_entrega',
  component: lazyScreen(async () => (await import('./rota/rota')).Rotas),
  modals: {
    'edit/:id': { component: lazyModal(async () => (await import('./rota/rota')).RotaForm), size: 'xl' },
  },
})

export const expedicaoScreens = [roteirizacao, separacao, rota, edi]
