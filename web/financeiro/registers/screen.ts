import { lazyScreen } from '../../app/lazy-screen'
import { screen } from '../../app/registry'
import { lazyModal } from '../../ui/lazy-modal'

/** The chart of accounts, cash accounts and centres. */

const parts = () => import('./parts')

export const planoConta = screen({
  path: '/ui/financeiro/plano_conta',
  title: 'Plano de Contas',
  area: 'Financeiro',
  right: 'contas_pagar',
  component: lazyScreen(async () => (await parts()).Plan),
  modals: { 'edit/:id': { component: lazyModal(async () => (await parts()).PlanForm) } },
})

export const contaCaixa = screen({
  path: '/ui/financeiro/conta_caixa',
  title: 'Contas de Caixa',
  area: 'Financeiro',
  right: 'conta_caixa',
  component: lazyScreen(async () => (await parts()).Accounts),
  modals: { 'edit/:id': { component: lazyModal(async () => (await parts()).AccountForm) } },
})

export const centroCusto = screen({
  path: '/ui/financeiro/centro_custos',
  title: 'Centros de Custo',
  area: 'Financeiro',
  right: 'centro_custos',
  component: lazyScreen(async () => (await parts()).Costs.List),
  modals: { 'edit/:id': { component: lazyModal(async () => (await parts()).Costs.Form) } },
})

export const centroResultado = screen({
  path: '/ui/financeiro/centro_resultados',
  title: 'Centros de Resultado',
  area: 'Financeiro',
  right: 'centro_resultados',
  component: lazyScreen(async () => (await parts()).Results.List),
  modals: { 'edit/:id': { component: lazyModal(async () => (await parts()).Results.Form) } },
})
