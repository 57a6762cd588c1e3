import { lazyScreen } from '../../app/lazy-screen'
import { screen } from '../../app/registry'
import { lazyModal } from '../../ui/lazy-modal'

const parts = () => import('./parts')

export const mdfeRecebido = screen({
  path: '/ui/compras/mdfe_recebido',
  title: 'MDF-e recebidos',
  area: 'Compras',
  right: 'dfe',
  create: false,
  component: lazyScreen(async () => (await parts()).MdfeRecebidos),
  modals: { 'edit/:id': { component: lazyModal(async () => (await parts()).MdfeRecebidoForm), size: 'lg' } },
})
