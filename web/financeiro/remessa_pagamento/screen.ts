import { lazyScreen } from '../../app/lazy-screen'
import { screen } from '../../app/registry'
import { lazyModal } from '../../ui/lazy-modal'

const parts = () => import('./parts')

export const remessaPagamento = screen({
  path: '/ui/financeiro/remessa_pagamento',
  title: 'Remessas de Pagamentos',
  area: 'Financeiro',
  right: 'remessa_retorno',
  component: lazyScreen(async () => (await parts()).Remittances),
  modals: { 'edit/:id': { component: lazyModal(async () => (await parts()).RemittanceForm), size: 'xl' } },
})

export const retornoPagamento = screen({
  path: '/ui/financeiro/retorno_pagamento',
  title: 'Retornos de Pagamentos',
  area: 'Financeiro',
  right: 'remessa_retorno',
  create: false,
  component: lazyScreen(async () => (await parts()).PaymentReturns),
  modals: { 'edit/:id': { component: lazyModal(async () => (await parts()).ReturnForm), size: 'xl' } },
})
