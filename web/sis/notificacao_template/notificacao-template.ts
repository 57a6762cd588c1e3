import { lazyScreen } from '../../app/lazy-screen'
import { screen } from '../../app/registry'
import { lazyModal } from '../../ui/lazy-modal'

const parts = () => import('./parts')

/** Texts that are sent when something happens to a document (S3-032). */
export const notificacaoTemplate = screen({
  path: '/ui/sis/notificacao_template',
  title: 'Modelos de Aviso',
  area: 'Configuração',
  right: 'notificacao_template',
  component: lazyScreen(async () => (await parts()).Templates),
  modals: {
    'edit/:notificacao_template_id': { component: lazyModal(async () => (await parts()).TemplateForm), size: 'xl' },
  },
})
