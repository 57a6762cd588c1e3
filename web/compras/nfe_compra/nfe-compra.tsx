import { lazyScreen } from '../../app/lazy-screen'
import { screen } from '../../app/registry'
import { lazyModal } from '../../ui/lazy-modal'

export const nfeCompra = screen({
  path: '/ui/compras/nfe_compra',
  title: 'NF-e de Compra',
  area: 'Compras',
  right: 'dfe',
  create: false,
  component: lazyScreen(async () => (await import('./list')).NfeCompra),
  modals: { 'edit/:id': { component: lazyModal(async () => (await import('./import-form')).ImportForm), size: 'xxl' } },
})
