import { area } from '../area'
import { relatorioProprio } from './proprio/relatorio-proprio'
import * as ownVerbs from './proprio/verbs'
import { relatorioAgenda } from './agenda/agenda'
import { sendsReports } from './agenda/send-due'
import { reportRoutes } from './told'

export const relatorios = area({
  name: 'relatorios',
  resources: [relatorioProprio, relatorioAgenda],
  actions: [ownVerbs],
  routes: reportRoutes,
  jobs: [sendsReports],
  roles: {
    saller_manager: 'store show edit manage: relatorios',
    financier_manager: 'store show edit manage: relatorios',
  },
})
