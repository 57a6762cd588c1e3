import { area } from '../area'
import { documentPrint } from '../relatorios/print'
import { contratoServico, contratoServicoServico } from './contrato/contrato'
import * as contracts from './contrato/make'
import * as sign from './ordem_servico/assina'
import { link, revogaLink } from './ordem_servico/link'
import * as notify from './ordem_servico/notifica'
import {
  ordemServico,
  ordemServicoDuplicata,
  ordemServicoMercadoria,
  ordemServicoServico,
} from './ordem_servico/ordem-servico'
import { publicOrders } from './ordem_servico/public'
import { serviceOnPaper } from './ordem_servico/print'
import * as verbs from './ordem_servico/verbs'
import { servicePersonal } from './personal'
import { serviceQueues } from './queues'
import { custoGarantia, ordensServico } from './reports'
import { serviceSearches } from './search'
import { equipamento, servico as servicoRegister } from './registers'

export const servico = area({
  name: 'servico',
  resources: [
    servicoRegister,
    equipamento,
    ordemServico,
    ordemServicoMercadoria,
    ordemServicoServico,
    ordemServicoDuplicata,
    contratoServico,
    contratoServicoServico,
  ],
  actions: [verbs, notify, sign, link, revogaLink, contracts.geraOrdem],
  routes: [publicOrders],
  jobs: [contracts.makesOrders],
  prints: [documentPrint(serviceOnPaper)],
  reports: [custoGarantia, ordensServico],
  searches: serviceSearches,
  queues: serviceQueues,
  personal: [servicePersonal],
})
