import { lazyScreen } from '../../app/lazy-screen'
import { screen } from '../../app/registry'

export const quadro = screen({
  path: '/ui/producao/quadro',
  title: 'Quadro de produção',
  area: 'Produção',
  right: 'ordem_producao',
  create: false,
  component: lazyScreen(async () => (await import('./board')).ProductionBoard),
})
