import { lazyScreen } from '../../app/lazy-screen'
import { screen } from '../../app/registry'
import { lazyModal } from '../../ui/lazy-modal'

export const inutilizacao = screen({
  path: '/ui/nfe/inutilizacao',
  title: 'Inutilizações',
  area: 'Fiscal',
  right: 'inutilizacao',
  component: lazyScreen(async () => (await import('./list')).Inutilizacoes),
  modals: { 'edit/:id': { component: lazyModal(async () => (await import('./form')).InutilizacaoForm), size: 'md' } },
})
