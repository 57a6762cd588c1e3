import { lazyScreen } from '../../app/lazy-screen'
import { screen } from '../../app/registry'
import { lazyModal } from '../../ui/lazy-modal'

const parts = () => import('./parts')

/** Files of all records that one may see (S3-041). What may be done with each follows from the right on its record. */
export const anexos = screen({
  path: '/ui/sis/anexos',
  title: 'Anexos',
  area: 'Configuração',
  right: '',
  component: lazyScreen(async () => (await parts()).Anexos),
  modals: { 'edit/:anexo_id': { component: lazyModal(async () => (await parts()).AnexoForm), size: 'lg' } },
})
