import { area } from '../area'
import { reportRoutes } from './told'

export const relatorios = area({
  name: 'relatorios',
  routes: reportRoutes,
  roles: { saller_manager: 'show: relatorios', financier_manager: 'show: relatorios' },
})
