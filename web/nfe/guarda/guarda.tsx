import { lazyScreen } from '../../app/lazy-screen'
import { screen } from '../../app/registry'
import { lazyModal } from '../../ui/lazy-modal'

const parts = () => import('./parts')

export const guarda = screen({
  path: '/ui/nfe/guarda',
  title: 'Guarda fiscal',
  area: 'Fiscal',
  right: 'guarda_fiscal',
  component: lazyScreen(async () => (await parts()).Guarda),
  modals: { 'edit/:id': { component: lazyModal(async () => (await parts()).GuardaForm), size: 'lg' } },
})
