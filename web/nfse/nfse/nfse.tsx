import { lazyScreen } from '../../app/lazy-screen'
import { screen } from '../../app/registry'
import { lazyModal } from '../../ui/lazy-modal'

const parts = () => import('./parts')

export const nfse = screen({
  path: '/ui/nfse/nfse',
  title: 'Notas de serviço',
  area: 'Fiscal',
  right: 'nfse',
  component: lazyScreen(async () => (await parts()).NotasServico),
  modals: { 'edit/:id': { component: lazyModal(async () => (await parts()).NotaServicoForm), size: 'lg' } },
})
