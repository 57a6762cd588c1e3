import { lazyScreen } from '../../app/lazy-screen'
import { screen } from '../../app/registry'
import { lazyModal } from '../../ui/lazy-modal'

export const tributacao = screen({
  path: '/ui/nfe/tributacao',
  title: 'Tributação',
  area: 'Fiscal',
  right: 'tributacao',
  component: lazyScreen(async () => (await import('./list')).Tributacoes),
  modals: { 'edit/:id': { component: lazyModal(async () => (await import('./form')).TributacaoForm), size: 'xl' } },
})
