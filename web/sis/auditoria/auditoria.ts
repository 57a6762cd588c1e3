import { lazyScreen } from '../../app/lazy-screen'
import { screen } from '../../app/registry'

/** What was done to all records, for administrators. */
export const auditoria = screen({
  path: '/ui/sis/auditoria',
  title: 'Auditoria',
  area: 'Configuração',
  register: true,
  create: false,
  right: 'auditoria',
  component: lazyScreen(async () => (await import('./page')).Auditoria),
})
