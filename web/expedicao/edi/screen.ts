import { lazyModal } from '../../ui/lazy-modal'
import { lazyScreen } from '../../app/lazy-screen'
import { screen } from '../../app/registry'

const parts = () => import('./parts')

export const edi = screen({
  path: '/ui/expedicao/edi',
  title: 'Arquivos de EDI',
  area: 'Expedição',
  right: 'edi',
  create: false,
  component: lazyScreen(async () => (await parts()).EdiFiles),
  modals: { 'edit/:id': { component: lazyModal(async () => (await parts()).EdiForm), size: 'xl' } },
})
