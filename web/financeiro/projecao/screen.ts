import { lazyScreen } from '../../app/lazy-screen'
import { screen } from '../../app/registry'

export const projecaoCaixa = screen({
  path: '/ui/financeiro/fluxo_caixa/projecao',
  title: 'Projeção do Caixa',
  area: 'Financeiro',
  right: 'fluxo_caixa',
  component: lazyScreen(async () => (await import('./projecao')).Projection),
})
