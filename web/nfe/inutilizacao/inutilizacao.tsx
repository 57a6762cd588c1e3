import { lazyScreen } from '../../app/lazy-screen'
import { screen } from '../../app/registry'
import { lazyModal } from '../../ui/lazy-modal'

const parts = () => import('./parts')

export const inutilizacao = screen({
  path: '/ui/nfe/inutilizacao',
  title: 'Inutilizações',
  area: 'Fiscal',
  right: 'inutilizacao',
  component: lazyScreen(async () => (await parts()).Inutilizacoes),
  modals: { 'edit/:id': { component: lazyModal(async () => (await parts()).InutilizacaoForm), size: 'md' } },
})
