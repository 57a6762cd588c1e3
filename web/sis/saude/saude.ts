import { lazyScreen } from '../../app/lazy-screen'
import { screen } from '../../app/registry'

/** How the server is, for administrators. */
export const saude = screen({
  path: '/ui/sis/saude',
  title: 'Saúde do servidor',
  area: 'Configuração',
  register: true,
  create: false,
  right: 'auditoria',
  component: lazyScreen(async () => (await import('./page')).Saude),
})
