import { lazyScreen } from '../app/lazy-screen'
import { screen } from '../app/registry'
import { lazyModal } from '../ui/lazy-modal'

const area = 'Relatórios'
const own = () => import('./proprio/proprios')

export const relatoriosScreens = [
  screen({
    path: '/ui/relatorios',
    title: area,
    area,
    right: '',
    component: lazyScreen(async () => (await import('./relatorios')).Relatorios),
  }),
  screen({
    path: '/ui/relatorios/proprios',
    title: 'Relatórios próprios',
    area,
    right: 'relatorios',
    component: lazyScreen(async () => (await own()).Proprios),
    modals: {
      'edit/:id': { component: lazyModal(async () => (await own()).Editor), size: 'full' },
    },
  }),
  screen({
    path: '/ui/relatorios/agenda',
    title: 'Envios agendados',
    area,
    right: 'relatorios',
    component: lazyScreen(async () => (await import('./agenda')).Agenda),
    modals: { 'edit/:id': { component: lazyModal(async () => (await import('./agenda')).AgendaForm) } },
    create: false,
  }),
]
