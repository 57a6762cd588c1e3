import { lazyScreen } from '../../app/lazy-screen'
import { screen } from '../../app/registry'
import { lazyModal } from '../../ui/lazy-modal'

const parts = () => import('./parts')

export const gnre = screen({
  path: '/ui/nfe/gnre',
  title: 'GNR-e',
  area: 'Fiscal',
  right: 'gnre',
  component: lazyScreen(async () => (await parts()).Guias),
  modals: { 'edit/:gnre_id': { component: lazyModal(async () => (await parts()).GuiaForm), size: 'xl' } },
})
