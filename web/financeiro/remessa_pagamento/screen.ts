import { lazyScreen } from '../../app/lazy-screen'
import { screen } from '../../app/registry'
import { lazyModal } from '../../ui/lazy-modal'

export const remessaPagamento = screen({
  path: '/ui/financeiro/remessa_pagamento',
  title: 'Remessas de Pagamentos',
  area: 'Financeiro',
  right: 'remessa_retorno',
  component: lazyScreen(async () => (await import('./list')).Remittances),
  modals: { 'edit/:id': { component: lazyModal(async () => (await import('./form')).RemittanceForm), size: 'xl' } },
})

export const retornoPagamento = screen({
  path: '/ui/financeiro/retorno_pagamento',
  title: 'Retornos de Pagamentos',
  area: 'Financeiro',
  right: 'remessa_retorno',
  create: false,
  component: lazyScreen(async () => (await import('./returns')).PaymentReturns),
  modals: { 'edit/:id': { component: lazyModal(async () => (await import('./return-form')).ReturnForm), size: 'xl' } },
})
