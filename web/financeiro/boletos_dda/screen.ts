import { lazyScreen } from '../../app/lazy-screen'
import { screen } from '../../app/registry'
import { lazyModal } from '../../ui/lazy-modal'

const parts = () => import('./parts')

export const boletosDda = screen({
  path: '/ui/financeiro/boletos_dda',
  title: 'Boletos Recebidos',
  area: 'Financeiro',
  right: 'boletos_dda',
  create: false,
  component: lazyScreen(async () => (await parts()).ReceivedSlips),
  modals: { 'edit/:id': { component: lazyModal(async () => (await parts()).SlipForm), size: 'lg' } },
})
