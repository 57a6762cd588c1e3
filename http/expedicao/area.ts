import { area } from '../area'
import { edi, ediConteudo, ediFatura, ediLinha, vendaRastreio } from './edi/edi'
import * as ediInvoices from './edi/invoices'
import * as notfis from './edi/notfis'
import { ediRoutes } from './edi/told'
import * as ediVerbs from './edi/verbs'
import { routePrints } from './impressao/print'
import { deliveryPersonal } from './personal'
import { deliveryQueues } from './queues'
import * as addSales from './rota/add-vendas'
import * as cancel from './rota/cancela'
import * as finish from './rota/finaliza'
import * as manifest from './rota/gera-mdfe'
import * as salesToRoute from './rota/get-vendas'
import * as release from './rota/libera'
import * as optimize from './rota/otimiza-rota'
import * as tell from './rota/registra'
import * as removeOrder from './rota/remove-pedido'
import * as reorder from './rota/reordena'
import { rota, rotaVenda } from './rota/rota'
import * as adjust from './roteirizacao/ajustes'
import * as compute from './roteirizacao/calcular'
import * as exported from './roteirizacao/export'
import * as makeRoutes from './roteirizacao/gerar-rotas'
import * as showPlan from './roteirizacao/plano'
import { roteirizacao, roteirizacaoEntrega, roteirizacaoVeiculo } from './roteirizacao/roteirizacao'
import * as move from './roteirizacao/transferir'
import * as salesToPlan from './roteirizacao/vendas'
import * as checkOrder from './separacao/check'
import * as countOrder from './separacao/count'
import * as orderLines from './separacao/lines'
import * as scanOrder from './separacao/scan'
import {
  separacao,
  separacaoLeitura,
  separacaoMercadoria,
  separacaoVenda,
  separacaoVolume,
} from './separacao/separacao'
import * as orderLabels from './separacao/labels'
import * as printOrders from './separacao/print'
import { pickingPrints } from './separacao/print'
import * as boxes from './separacao/volumes'
import * as walkOrder from './separacao/walk'
import * as takeOff from './separacao/take-off'
import * as waves from './separacao/waves'
import { deliveryRoutes } from './told'
import * as reports from './reports'

export const expedicao = area({
  name: 'expedicao',
  resources: [
    roteirizacao,
    roteirizacaoVeiculo,
    roteirizacaoEntrega,
    rota,
    rotaVenda,
    separacao,
    separacaoVenda,
    separacaoMercadoria,
    separacaoLeitura,
    separacaoVolume,
    edi,
    ediConteudo,
    ediFatura,
    ediLinha,
    vendaRastreio,
  ],
  actions: [
    adjust,
    compute,
    exported,
    makeRoutes,
    showPlan,
    move,
    salesToPlan,
    addSales,
    cancel,
    finish,
    manifest,
    salesToRoute,
    release,
    optimize,
    tell,
    removeOrder,
    reorder,
    orderLines,
    scanOrder,
    takeOff,
    countOrder,
    boxes,
    checkOrder,
    waves,
    walkOrder,
    printOrders,
    orderLabels,
    ediVerbs,
    ediInvoices,
    notfis,
  ],
  reports: Object.values(reports),
  jobs: [compute.calcularJob],
  routes: [...deliveryRoutes, ediRoutes],
  prints: [...routePrints, ...pickingPrints],
  queues: deliveryQueues,
  personal: [deliveryPersonal],
  roles: {
    operator: 'show edit: separacao; show: edi',
    operator_manager: 'store show edit manage: separacao edi',
    stokman: 'show edit: separacao',
    stokman_manager: 'store show edit manage: separacao',
  },
})
