import { lazyScreen } from '../../app/lazy-screen'
import { screen } from '../../app/registry'
import { lazyModal } from '../../ui/lazy-modal'

const parts = () => import('./parts')

export const nfe = screen({
  path: '/ui/nfe/nfe',
  title: 'Notas fiscais',
  area: 'Fiscal',
  right: 'nfe',
  component: lazyScreen(async () => (await parts()).Notas),
  modals: { 'edit/:id': { component: lazyModal(async () => (await parts()).NotaForm), size: 'xl' } },
})
