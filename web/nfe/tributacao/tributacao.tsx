import { lazyScreen } from '../../app/lazy-screen'
import { screen } from '../../app/registry'
import { lazyModal } from '../../ui/lazy-modal'

const parts = () => import('./parts')

export const tributacao = screen({
  path: '/ui/nfe/tributacao',
  title: 'Tributação',
  area: 'Fiscal',
  right: 'tributacao',
  component: lazyScreen(async () => (await parts()).Tributacoes),
  modals: { 'edit/:id': { component: lazyModal(async () => (await parts()).TributacaoForm), size: 'xl' } },
})
