import { lazyScreen } from '../app/lazy-screen'
import { screen } from '../app/registry'

export const primeirosPassos = screen({
  path: '/ui/primeiros_passos',
  title: 'Primeiros passos',
  area: 'Início',
  right: '',
  create: false,
  component: lazyScreen(async () => (await import('./primeiros-passos')).PrimeirosPassos),
})
