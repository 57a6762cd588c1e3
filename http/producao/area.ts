import { area } from '../area'
import * as cancel from './ordem_producao/cancela'
import * as fromSale from './ordem_producao/de-venda'
import { ordemProducao, ordemProducaoMercadoria, ordemProducaoMercadoriaInsumo } from './ordem_producao/ordem-producao'
import { productionPersonal } from './personal'
import { productionQueues } from './queues'
import { atividade, centroTrabalho, recurso } from './registers'

export const producao = area({
  name: 'producao',
  resources: [
    ordemProducao,
    ordemProducaoMercadoria,
    ordemProducaoMercadoriaInsumo,
    centroTrabalho,
    recurso,
    atividade,
  ],
  actions: [cancel, fromSale],
  queues: productionQueues,
  personal: [productionPersonal],
})
