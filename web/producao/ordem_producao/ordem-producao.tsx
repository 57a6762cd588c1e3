import { lazyScreen } from '../../app/lazy-screen'
import { screen } from '../../app/registry'
import { lazyModal } from '../../ui/lazy-modal'

const within = () => import('./within')

export const ordemProducao = screen({
  path: '/ui/producao/ordem_producao',
  title: 'Ordens de produção',
  area: 'Produção',
  right: 'ordem_producao',
  component: lazyScreen(async () => (await import('./order')).Ordens),
  modals: {
    'edit/:id': { component: lazyModal(async () => (await import('./order')).OrdemForm), size: 'xxl' },
    'edit/:id/finalizar/:entrada_id': {
      component: lazyModal(async () => (await within()).Finishing),
      size: 'lg',
    },
    'edit/:id/chao': { component: lazyModal(async () => (await within()).ShopFloor), size: 'full' },
    'edit/:id/ordem_producao_mercadoria/:item_id': {
      component: lazyModal(async () => (await within()).GoodsOfOrder),
      size: 'xl',
    },
  },
})
