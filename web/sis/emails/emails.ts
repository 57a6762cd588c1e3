import { lazyScreen } from '../../app/lazy-screen'
import { screen } from '../../app/registry'
import { lazyModal } from '../../ui/lazy-modal'

const parts = () => import('./parts')

/** What was sent in a company's name, and what became of it. */
export const emails = screen({
  path: '/ui/sis/emails/list',
  title: 'E-mails',
  area: 'Configuração',
  right: 'emails',
  component: lazyScreen(async () => (await parts()).Emails),
  modals: {
    'edit/:id': { component: lazyModal(async () => (await parts()).EmailForm), size: 'lg' },
    'view/:id': { component: lazyModal(async () => (await parts()).EmailView), size: 'lg' },
  },
})
