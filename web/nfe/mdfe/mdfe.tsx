import { lazyScreen } from '../../app/lazy-screen'
import { screen } from '../../app/registry'
import { lazyModal } from '../../ui/lazy-modal'

const parts = () => import('./parts')

export const mdfe = screen({
  path: '/ui/nfe/mdfe',
  title: 'MDF-e',
  area: 'Fiscal',
  right: 'mdfe',
  component: lazyScreen(async () => (await parts()).Manifestos),
  modals: { 'edit/:id': { component: lazyModal(async () => (await parts()).ManifestoForm), size: 'xl' } },
})
