import { lazyScreen } from '../../app/lazy-screen'
import { screen } from '../../app/registry'
import { lazyModal } from '../../ui/lazy-modal'

export const nfe = screen({
  path: '/ui/nfe/nfe',
  title: 'Notas fiscais',
  area: 'Fiscal',
  right: 'nfe',
  component: lazyScreen(async () => (await import('./list')).Notas),
  modals: { 'edit/:id': { component: lazyModal(async () => (await import('./form')).NotaForm), size: 'xl' } },
})
