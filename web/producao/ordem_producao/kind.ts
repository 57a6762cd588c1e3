import {
  ordemProducaoMercadoriaEtapaComputed,
  ordemProducaoMercadoriaEtapaFields,
} from '../../../core/fields/producao/apontamento'
import {
  ordemProducaoFields,
  ordemProducaoMercadoriaComputed,
  ordemProducaoMercadoriaFields,
  ordemProducaoMercadoriaInsumoComputed,
  ordemProducaoMercadoriaInsumoFields,
} from '../../../core/fields/producao/ordem-producao'
import { ordemProducaoLife } from '../../../core/lifecycle/ordem-producao'
import type { DocumentKind } from '../../ui/documents/kind'
import { fieldsOf } from '../../ui/fields-of'

/** What screens of production orders have in common. */

export const RESOURCE = 'producao/ordem_producao'
export const PATH = '/ui/producao/ordem_producao'
export const GOODS = 'producao/ordem_producao_mercadoria'
export const SUPPLIES = 'producao/ordem_producao_mercadoria_insumo'
export const STEPS = 'producao/ordem_producao_mercadoria_etapa'
export const LIST = 'ordem_producao_mercadoria_list'

export const KIND: DocumentKind = {
  life: ordemProducaoLife,
  resource: RESOURCE,
  name: 'ordem_producao',
  right: 'ordem_producao',
}

export const head = fieldsOf(ordemProducaoFields, ordemProducaoLife)
export const supply = fieldsOf({ ...ordemProducaoMercadoriaInsumoFields, ...ordemProducaoMercadoriaInsumoComputed })
export const goods = fieldsOf({ ...ordemProducaoMercadoriaFields, ...ordemProducaoMercadoriaComputed })
export const step = fieldsOf({ ...ordemProducaoMercadoriaEtapaFields, ...ordemProducaoMercadoriaEtapaComputed })
