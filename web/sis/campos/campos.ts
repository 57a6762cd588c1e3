import { lazyScreen } from '../../app/lazy-screen'
import { screen } from '../../app/registry'
import { lazyModal } from '../../ui/lazy-modal'

const parts = () => import('./parts')

/** The fields that a company adds to its registers and documents: what each is, and where it stands on the form. */
export const campos = screen({
  path: '/ui/sis/custom_field',
  title: 'Campos personalizados',
  area: 'Configuração',
  register: true,
  right: 'custom_field',
  component: lazyScreen(async () => (await parts()).Campos),
  modals: { 'edit/:id': { component: lazyModal(async () => (await parts()).CampoForm), size: 'lg' } },
})

const ofRecords = {
  title: 'Campos personalizados',
  area: 'Configuração',
  hidden: true,
  create: false,
  right: 'custom_field',
  component: lazyScreen(async () => (await parts()).Registers),
} as const

const valuesForm = lazyModal(async () => (await parts()).ValuesForm)

/** The fields of one record, on a page of their own and as a modal. */
export const camposDeRegistro = [
  screen({
    ...ofRecords,
    path: '/ui/custom-fields',
    modals: { ':alias/:id': { component: valuesForm, size: 'full' } },
  }),
  screen({
    ...ofRecords,
    path: '/ui/custom-fields-modal',
    modals: { ':alias/:id': { component: valuesForm, size: 'lg' } },
  }),
]
