import { lazily } from '../../app/lazy'
import { lazyModal } from '../../ui/lazy-modal'
import { screen } from '../../app/registry'

/** Computers beside scales and printers: who is there, tried from here, paired and revoked. */
export const agentes = screen({
  path: '/ui/sis/agentes',
  title: 'Agentes Locais',
  area: 'Configuração',
  right: 'agente',
  component: lazily(async () => (await import('./list')).Agents),
  modals: { 'edit/:id': { component: lazyModal(async () => (await import('./detail')).AgentDialog), size: 'lg' } },
})
