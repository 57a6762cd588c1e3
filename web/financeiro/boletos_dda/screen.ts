import { lazyScreen } from '../../app/lazy-screen'
import { screen } from '../../app/registry'
import { lazyModal } from '../../ui/lazy-modal'

export const boletosDda = screen({
  path: '/ui/financeiro/boletos_dda',
  title: 'Boletos Recebidos',
  area: 'Financeiro',
  right: 'boletos_dda',
  create: false,
  component: lazyScreen(async () => (await import('./list')).ReceivedSlips),
  modals: { 'edit/:id': { component: lazyModal(async () => (await import('./form')).SlipForm), size: 'lg' } },
})
