import { area } from '../area'
import { documentPrint } from '../relatorios/print'
import { waitingInvoices } from './figures'
import { dfeCursor, dfeDocumento } from './dfe/dfe'
import { readsDfe } from './dfe/sweep'
import * as dfeVerbs from './dfe/verbs'
import * as manifestFiles from './mdfe_recebido/files'
import { mdfeRecebido } from './mdfe_recebido/mdfe-recebido'
import { nfeCompraManifestacao } from './manifestacao/manifestacao'
import { nfeCompra } from './nfe_compra/nfe-compra'
import * as invoicePrint from './nfe_compra/print-danfe'
import * as invoiceVerbs from './nfe_compra/verbs'
import {
  pedidoCompra,
  pedidoCompraMercadoria,
  pedidoCompraMercadoriaPreco,
  pedidoCompraPagamento,
} from './pedido_compra/pedido-compra'
import * as priceComparison from './pedido_compra/compara-precos'
import * as itemMoves from './pedido_compra/passa-item'
import { orderOnPaper } from './pedido_compra/print'
import * as orderVerbs from './pedido_compra/verbs'
import { buyingPersonal } from './personal'
import { buyingQueues } from './queues'
import { buyingSearches } from './search'
import { solicitacao, solicitacaoMercadoria } from './solicitacao/solicitacao'
import * as requestVerbs from './solicitacao/verbs'
import { buyingRoutes } from './told'
import * as reports from './reports'

export const compras = area({
  name: 'compras',
  resources: [
    nfeCompra,
    nfeCompraManifestacao,
    mdfeRecebido,
    dfeCursor,
    dfeDocumento,
    solicitacao,
    solicitacaoMercadoria,
    pedidoCompra,
    pedidoCompraMercadoria,
    pedidoCompraMercadoriaPreco,
    pedidoCompraPagamento,
  ],
  reports: Object.values(reports),
  jobs: [readsDfe],
  actions: [invoiceVerbs, dfeVerbs, invoicePrint, manifestFiles, orderVerbs, priceComparison, itemMoves, requestVerbs],
  routes: buyingRoutes,
  prints: [documentPrint(orderOnPaper)],
  searches: buyingSearches,
  figures: [{ of: [nfeCompra], read: waitingInvoices }],
  queues: buyingQueues,
  personal: [buyingPersonal],
  rights: ['change pedido_compra'],
  roles: {
    buyer: 'store show edit: pedido_compra solicitacao dfe',
    stokman: 'store show edit: dfe',
    stokman_manager: 'store show edit manage: dfe',
  },
})
