import { area } from '../area'
import { opMercadoriaAtividade, ordemProducaoMercadoriaEtapa } from './apontamento/etapa'
import * as steps from './apontamento/verbs'
import { opMercadoriaEtiqueta } from './etiqueta/etiqueta'
import * as labels from './etiqueta/print'
import * as cancel from './ordem_producao/cancela'
import * as fromSale from './ordem_producao/de-venda'
import * as undo from './ordem_producao/desfaz-parte'
import * as close from './ordem_producao/fecha'
import * as finish from './ordem_producao/finaliza'
import * as start from './ordem_producao/inicia'
import { ordemProducao, ordemProducaoMercadoria, ordemProducaoMercadoriaInsumo } from './ordem_producao/ordem-producao'
import { productionPrint } from './ordem_producao/print'
import { opParte } from './ordem_producao/parte'
import * as replace from './ordem_producao/substitui'
import { opInsumoSubstituto } from './ordem_producao/substituto'
import { productionPersonal } from './personal'
import * as pegs from './quadro/para-que'
import * as board from './quadro/quadro'
import { productionQueues } from './queues'
import { custoProducao, ordensProducao } from './reports'
import { atividade, centroTrabalho, recurso } from './registers'

export const producao = area({
  name: 'producao',
  resources: [
    ordemProducao,
    ordemProducaoMercadoria,
    ordemProducaoMercadoriaInsumo,
    opInsumoSubstituto,
    ordemProducaoMercadoriaEtapa,
    opMercadoriaAtividade,
    opParte,
    opMercadoriaEtiqueta,
    centroTrabalho,
    recurso,
    atividade,
  ],
  actions: [start, finish, undo, close, cancel, fromSale, replace, steps, labels, board, pegs],
  prints: [productionPrint],
  reports: [custoProducao, ordensProducao],
  queues: productionQueues,
  personal: [productionPersonal],
})
