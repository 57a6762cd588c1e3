import { area } from '../area'
import { troca } from './exchange/troca'
import * as exchangeVerbs from './exchange/verbs'
import * as cancel from './jobs/cancela'
import { tarefa } from './jobs/tarefa'
import { platformRoutes } from './told'

export const platform = area({
  name: 'platform',
  resources: [tarefa, troca],
  actions: [cancel, exchangeVerbs],
  routes: platformRoutes,
})
