import { lazyScreen } from '../../app/lazy-screen'
import { screen } from '../../app/registry'

export const dre = screen({
  path: '/ui/financeiro/dre',
  title: 'Resultado (DRE)',
  area: 'Financeiro',
  right: 'fluxo_caixa',
  component: lazyScreen(async () => (await import('./dre')).Result),
})
