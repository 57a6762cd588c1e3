import * as productSeries from './numeracao'
import { area } from '../area'
import { documentPrint } from '../relatorios/print'
import {
  mercadoriaCaracteristica,
  mercadoriaCaracteristicaGrupo,
  mercadoriaCaracteristicaInsumo,
} from './caracteristica'
import * as barcodes from './codigos/codigo'
import * as supplierCodes from './codigos/fornecedor'
import { mercadoriaReferencia } from './codigos/referencia'
import * as characteristicCopies from './copiar-caracteristicas'
import { entrada, entradaDuplicata, entradaMercadoria } from './entrada/entrada'
import { entryPersonal } from './entrada/personal'
import { entryOnPaper } from './entrada/print'
import * as entryLots from './entrada/lotes'
import { entradaMercadoriaRastreio } from './entrada/rastreio'
import * as entryVerbs from './entrada/verbs'
import * as untold from './entrada/untell-lot'
import * as scanned from './recebimento/add-volume'
import * as compared from './recebimento/conferencia'
import { entradaLeitura } from './recebimento/leitura'
import * as receivedQuantities from './recebimento/quantities'
import * as receivingVerbs from './recebimento/verbs'
import { etiquetaElemento, etiquetaModelo } from './etiquetas/etiqueta-modelo'
import { labelRoutes } from './etiquetas/label-routes'
import { formationShape } from './formacao'
import * as labelVerbs from './etiquetas/verbs'
import { consumo, consumoMercadoria } from './consumo/consumo'
import * as consumptionVerbs from './consumo/verbs'
import * as returnedLine from './devolucao/bring-back'
import { devolucao, devolucaoMercadoria } from './devolucao/devolucao'
import * as returnBegins from './devolucao/from-entry'
import { returnPersonal } from './devolucao/personal'
import * as returnVerbs from './devolucao/verbs'
import { mercadoriaFechamento, mercadoriaFechamentoItem } from './fechamento/fechamento'
import * as closingVerbs from './fechamento/verbs'
import * as counting from './inventario/contar'
import * as countedBy from './inventario/people'
import { inventarioContagem, mercadoriaInventario, mercadoriaInventarioItem } from './inventario/inventario'
import { countPrint } from './inventario/print'
import * as countVerbs from './inventario/verbs'
import { mercadoriaImagem } from './imagem/imagem'
import { lowStock, openEntries, stockValue } from './figures'
import { stockImports } from './imports'
import { mercadoriaArmazenamentoLote, mercadoriaLote } from './lotes'
import {
  mercadoria,
  mercadoriaArmazenamento,
  mercadoriaEanAuxiliar,
  mercadoriaFornecedor,
  mercadoriaPreco,
  mercadoriaSaldo,
  movimentoEstoque,
} from './mercadoria'
import * as productActions from './mercadoria-actions'
import * as structure from './estrutura/estrutura'
import * as recosting from './estrutura/recalcula-custo'
import { mercadoriaEtapaProducao } from './mercadoria-etapa'
import { mercadoriaInsumo, mercadoriaInsumoSubstituto } from './mercadoria-insumo'
import * as copies from './duplica'
import { mercadoriaPlanejamento } from './mercadoria-planejamento'
import { stockQueues } from './queues'
import {
  armazem,
  armazenamento,
  fabricante,
  mercadoriaFamilia,
  mercadoriaGrupo,
  mercadoriaGrupoSubgrupo,
  unidade,
} from './registers'
import { listaPrecos, posicaoEstoque } from './reports'
import { lotesRastreio, lotesValidade } from './lot-reports'
import * as warehouse from './warehouse-reports'
import * as lotTrace from './trace'
import { estoqueReserva } from './reservations'
import { saida, saidaMercadoria } from './saida/saida'
import { outputPersonal } from './saida/personal'
import * as outputVerbs from './saida/verbs'
import { stockSearches } from './search'
import { transfArmaz, transfArmazMercadoria } from './transferencia/transf-armaz'
import * as transferVerbs from './transferencia/verbs'
import { stockRoutes } from './told'
import { unidadeAuxiliar } from './unidade-auxiliar'
import { unitizador } from './unitizador/unitizador'
import * as unitPrint from './unitizador/print'
import * as unitVerbs from './unitizador/verbs'
import { entradaMercadoriaEtiqueta } from './volumes/etiqueta'
import * as volumeVerbs from './volumes/verbs'
import { onTyped } from '../platform/engine/typed'
import { assertWhole } from './whole'

onTyped(assertWhole)

export const estoque = area({
  name: 'estoque',
  resources: [
    unidade,
    fabricante,
    etiquetaModelo,
    etiquetaElemento,
    mercadoriaGrupo,
    mercadoriaGrupoSubgrupo,
    mercadoriaFamilia,
    mercadoriaImagem,
    mercadoria,
    mercadoriaPreco,
    mercadoriaFornecedor,
    mercadoriaEanAuxiliar,
    barcodes.mercadoriaCodigo,
    mercadoriaReferencia,
    unidadeAuxiliar,
    mercadoriaArmazenamento,
    mercadoriaSaldo,
    mercadoriaLote,
    mercadoriaArmazenamentoLote,
    movimentoEstoque,
    mercadoriaInsumo,
    mercadoriaInsumoSubstituto,
    mercadoriaEtapaProducao,
    mercadoriaCaracteristicaGrupo,
    mercadoriaCaracteristica,
    mercadoriaCaracteristicaInsumo,
    mercadoriaPlanejamento,
    armazem,
    armazenamento,
    entrada,
    entradaMercadoria,
    entradaMercadoriaRastreio,
    entradaLeitura,
    unitizador,
    entradaMercadoriaEtiqueta,
    entradaDuplicata,
    transfArmaz,
    transfArmazMercadoria,
    estoqueReserva,
    saida,
    saidaMercadoria,
    consumo,
    consumoMercadoria,
    devolucao,
    devolucaoMercadoria,
    mercadoriaInventario,
    mercadoriaInventarioItem,
    inventarioContagem,
    mercadoriaFechamento,
    mercadoriaFechamentoItem,
  ],
  actions: [
    productActions,
    productSeries,
    barcodes,
    supplierCodes,
    copies,
    characteristicCopies,
    entryVerbs,
    entryLots,
    untold,
    scanned,
    compared,
    receivedQuantities,
    receivingVerbs,
    labelVerbs,
    volumeVerbs,
    unitVerbs,
    unitPrint,
    transferVerbs,
    lotTrace,
    outputVerbs,
    consumptionVerbs,
    returnVerbs,
    returnBegins,
    returnedLine,
    counting,
    countedBy,
    countVerbs,
    closingVerbs,
    structure,
    recosting,
  ],
  routes: [...stockRoutes, labelRoutes],
  shapes: [{ formacao_preco: formationShape }],
  prints: [documentPrint(entryOnPaper), countPrint],
  reports: [listaPrecos, posicaoEstoque, lotesRastreio, lotesValidade, ...Object.values(warehouse)],
  imports: stockImports,
  searches: stockSearches,
  figures: [
    { of: [mercadoria], read: lowStock },
    { of: [mercadoria], read: stockValue },
    { of: [entrada], read: openEntries },
  ],
  queues: stockQueues,
  personal: [entryPersonal, outputPersonal, returnPersonal],
  rights: ['manage stok', 'show custo'],
  roles: {
    saller: 'show: mercadoria',
    saller_manager: 'show: mercadoria',
    buyer: 'show: mercadoria custo; store show: entrada',
    stokman:
      'store show edit: entrada saida consumo devolucao_compra mercadoria transferencia_armazenamento; show edit: inventario; show: unidade fabricante custo',
    stokman_manager:
      'store show edit manage: entrada saida consumo devolucao_compra mercadoria inventario fechamento transferencia_armazenamento; show: unidade fabricante custo',
    biller_manager: 'show: mercadoria',
    operator: 'show: mercadoria',
    operator_manager: 'show: mercadoria',
  },
})
