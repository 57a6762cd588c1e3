import { lazyScreen } from '../../app/lazy-screen'
import { screen } from '../../app/registry'
import { lazyModal } from '../../ui/lazy-modal'

const parts = () => import('./parts')

export const contingencia = screen({
  path: '/ui/nfe/contingencia',
  title: 'Contingência',
  area: 'Fiscal',
  right: 'contingencia',
  component: lazyScreen(async () => (await parts()).Contingencias),
  modals: { 'edit/:id': { component: lazyModal(async () => (await parts()).ContingenciaForm), size: 'md' } },
})
