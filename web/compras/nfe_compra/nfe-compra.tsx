import { lazyScreen } from '../../app/lazy-screen'
import { screen } from '../../app/registry'
import { lazyModal } from '../../ui/lazy-modal'

const parts = () => import('./parts')

export const nfeCompra = screen({
  path: '/ui/compras/nfe_compra',
  title: 'NF-e de Compra',
  area: 'Compras',
  right: 'dfe',
  create: false,
  component: lazyScreen(async () => (await parts()).NfeCompra),
  modals: { 'edit/:id': { component: lazyModal(async () => (await parts()).ImportForm), size: 'xxl' } },
})
