import { area } from '../area'
import { relatorioProprio } from './proprio/relatorio-proprio'
import * as ownVerbs from './proprio/verbs'
import { reportRoutes } from './told'

export const relatorios = area({
  name: 'relatorios',
  resources: [relatorioProprio],
  actions: [ownVerbs],
  routes: reportRoutes,
  roles: {
    saller_manager: 'store show edit manage: relatorios',
    financier_manager: 'store show edit manage: relatorios',
  },
})
