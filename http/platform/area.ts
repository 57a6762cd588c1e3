import { area } from '../area'
import { bulkJob } from './bulk/job'
import * as bulk from './bulk/lote'
import * as undoBulk from './bulk/desfaz'
import { tarefaRegistro } from './bulk/tarefa-registro'
import { troca } from './exchange/troca'
import * as exchangeVerbs from './exchange/verbs'
import * as cancel from './jobs/cancela'
import { tarefa } from './jobs/tarefa'
import { exchangeQueues } from './queues'
import { platformRoutes } from './told'

export const platform = area({
  name: 'platform',
  resources: [tarefa, tarefaRegistro, troca],
  actions: [bulk, undoBulk, cancel, exchangeVerbs],
  jobs: [bulkJob],
  routes: platformRoutes,
  queues: exchangeQueues,
})
