import { area } from '../area'
import * as cancel from './ordem_producao/cancela'
import { ordemProducao, ordemProducaoMercadoria, ordemProducaoMercadoriaInsumo } from './ordem_producao/ordem-producao'
import { productionPersonal } from './personal'

export const producao = area({
  name: 'producao',
  resources: [ordemProducao, ordemProducaoMercadoria, ordemProducaoMercadoriaInsumo],
  actions: [cancel],
  personal: [productionPersonal],
})
