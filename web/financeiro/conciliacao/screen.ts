import { lazyModal } from '../../ui/lazy-modal'
import { lazyScreen } from '../../app/lazy-screen'
import { screen } from '../../app/registry'

const parts = () => import('./parts')

export const conciliacao = screen({
  path: '/ui/financeiro/conciliacao',
  title: 'Conciliação de Cartões',
  area: 'Financeiro',
  right: 'conciliacao',
  component: lazyScreen(async () => (await parts()).Reconciliations),
  modals: { 'edit/:id': { component: lazyModal(async () => (await parts()).ReconciliationForm), size: 'xl' } },
})

export const conciliacaoVenda = screen({
  path: '/ui/financeiro/conciliacao_venda',
  title: 'Registros de Cartão',
  area: 'Financeiro',
  right: 'conciliacao_venda',
  create: false,
  component: lazyScreen(async () => (await parts()).CardRows),
  modals: { 'edit/:id': { component: lazyModal(async () => (await parts()).CardRowForm), size: 'lg' } },
})
