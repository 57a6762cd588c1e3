import { lazyScreen } from '../app/lazy-screen'
import { screen } from '../app/registry'

export const relatoriosScreens = [
  screen({
    path: '/ui/relatorios',
    title: 'Relatórios',
    area: 'Relatórios',
    right: '',
    component: lazyScreen(async () => (await import('./relatorios')).Relatorios),
  }),
]
