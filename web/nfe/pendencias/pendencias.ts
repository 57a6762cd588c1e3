import { lazyScreen } from '../../app/lazy-screen'
import { screen } from '../../app/registry'

export const pendencias = screen({
  path: '/ui/nfe/pendencias',
  title: 'Pendências fiscais',
  area: 'Fiscal',
  right: 'tributacao',
  create: false,
  component: lazyScreen(async () => (await import('./list')).Pendencias),
})
