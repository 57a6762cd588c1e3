import { lazyScreen } from '../../app/lazy-screen'
import { screen } from '../../app/registry'
import { lazyModal } from '../../ui/lazy-modal'

export const contingencia = screen({
  path: '/ui/nfe/contingencia',
  title: 'Contingência',
  area: 'Fiscal',
  right: 'contingencia',
  component: lazyScreen(async () => (await import('./list')).Contingencias),
  modals: { 'edit/:id': { component: lazyModal(async () => (await import('./form')).ContingenciaForm), size: 'md' } },
})
