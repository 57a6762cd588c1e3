import { area } from '../area'
import { documentPrint } from '../relatorios/print'
import { comissao, movimentoComissao } from './comissao/comissao'
import { comissoes } from './comissao/report'
import { calcSt } from './calc-st'
import {
  orcamentoMercadoriaCrt,
  orcamentoMercadoriaCrtInsumo,
  vendaMercadoriaCrt,
  vendaMercadoriaCrtInsumo,
} from './caracteristicas/resources'
import { mySales, openQuotes, recentSales, salesToHandle } from './figures'
import * as cashbackVerbs from './cashback/use'
import * as mails from './email'
import { instalmentActions } from './instalment-actions'
import * as copyTarget from './meta/duplica'
import { meta, metaVenda, metaVendedor } from './meta/meta'
import * as ownGoals from './meta/own'
import * as customer from './orcamento/customer'
import { orcamento, orcamentoDuplicata, orcamentoMercadoria, orcamentoRevisao } from './orcamento/orcamento'
import { motivoPerda } from './orcamento/motivo-perda'
import * as quoteVerbs from './orcamento/verbs'
import { sellingPersonal } from './personal'
import { pdv, pdvBalanca } from './pdv/pdv'
import { selling } from './print'
import { sellingQueues } from './queues'
import * as promotionOffers from './promocao/offers'
import { promocao, promocaoDependencia, promocaoMercadoria } from './promocao/promocao'
import { publicRoutes } from './publico/routes'
import { custoVenda } from './cost-report'
import * as places from './place-reports'
import { curvaAbc, orcamentosPerdidos, vendasCliente, vendasMercadoria, vendasPeriodo, vendasVendedor } from './reports'
import { sellingSearches } from './search'
import { shareActions } from './shared-actions'
import * as copyTable from './tabela_preco/copy-table'
import * as tableGoods from './tabela_preco/goods'
import * as reprice from './tabela_preco/reprice'
import * as savePrices from './tabela_preco/save-prices'
import { tabelaPreco, tabelaPrecoAlteracao } from './tabela_preco/tabela-preco'
import * as undoPrices from './tabela_preco/undo-prices'
import * as cancel from './venda/cancela'
import * as consumer from './venda/consumidor'
import * as invoice from './venda/fatura'
import * as dispatch from './venda/fecha'
import * as paymentLink from './venda/gerar-link-pagamento'
import * as release from './venda/libera'
import * as saveAgain from './venda/save2'
import { venda, vendaDuplicata, vendaMercadoria } from './venda/venda'
import * as cancelReturn from './venda_devolucao/cancela'
import * as closeReturn from './venda_devolucao/fecha'
import * as finishReturn from './venda_devolucao/finaliza'
import * as returnItems from './venda_devolucao/itens'
import { vendaDevolucao, vendaDevolucaoMercadoria } from './venda_devolucao/venda-devolucao'

/** What quotes and sales have in common. */
const shared = (['orcamento', 'venda'] as const).flatMap((kind) => [
  ...shareActions(kind),
  ...instalmentActions(kind),
  calcSt(kind),
])

export const comercial = area({
  name: 'comercial',
  resources: [
    tabelaPreco,
    tabelaPrecoAlteracao,
    promocao,
    promocaoMercadoria,
    promocaoDependencia,
    meta,
    metaVendedor,
    metaVenda,
    motivoPerda,
    orcamento,
    orcamentoMercadoria,
    orcamentoMercadoriaCrt,
    orcamentoMercadoriaCrtInsumo,
    orcamentoDuplicata,
    pdv,
    pdvBalanca,
    orcamentoRevisao,
    venda,
    vendaMercadoria,
    vendaMercadoriaCrt,
    vendaMercadoriaCrtInsumo,
    vendaDuplicata,
    vendaDevolucao,
    vendaDevolucaoMercadoria,
    comissao,
    movimentoComissao,
  ],
  actions: [
    tableGoods,
    reprice,
    savePrices,
    undoPrices,
    copyTable,
    promotionOffers,
    copyTarget,
    ownGoals,
    customer,
    mails,
    quoteVerbs,
    consumer,
    cancel,
    invoice,
    dispatch,
    release,
    paymentLink,
    cashbackVerbs,
    cancelReturn,
    closeReturn,
    finishReturn,
    returnItems,
    saveAgain,
    ...shared,
  ],
  routes: publicRoutes,
  prints: [documentPrint(selling(venda)), documentPrint(selling(orcamento))],
  reports: [
    ...Object.values(places),
    vendasPeriodo,
    vendasVendedor,
    vendasCliente,
    vendasMercadoria,
    curvaAbc,
    custoVenda,
    orcamentosPerdidos,
    comissoes,
  ],
  searches: sellingSearches,
  figures: [
    { of: [venda], read: recentSales },
    { of: [venda], read: salesToHandle },
    { of: [venda], read: mySales },
    { of: [venda], read: ownGoals.myGoals },
    { of: [orcamento], read: openQuotes },
  ],
  queues: sellingQueues,
  personal: [sellingPersonal],
  roles: {
    saller: 'store show edit: venda venda_orcamento; show: venda_devolucao',
    saller_manager:
      'store show edit manage: venda venda_orcamento venda_devolucao pdv promocao; store: entrada; show: comissao',
    biller_manager: 'store show edit manage: venda promocao',
    financier_manager: 'show: venda comissao',
    financier1: 'show: venda',
    operator: 'show: venda',
    operator_manager: 'show: venda',
  },
})
