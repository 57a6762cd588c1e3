import { KEEPING_FAULTS } from '../../core/fields/nfe/keeping-faults'
import { pedidoCompraLife } from '../../core/lifecycle/pedido-compra'
import { solicitacaoLife } from '../../core/lifecycle/solicitacao'
import { inQueue, type Queue } from '../painel/queue'
import { nfeCompra } from './nfe_compra/nfe-compra'
import { pedidoCompra } from './pedido_compra/pedido-compra'
import { solicitacao } from './solicitacao/solicitacao'

/** Requests to decide, orders to approve and to receive, suppliers' invoices without an entry. */
export const buyingQueues: readonly Queue[] = [
  inQueue(solicitacaoLife, ['aberta'], {
    name: 'solicitacoes_decidir',
    label: 'Solicitações a decidir',
    of: solicitacao,
    view: 'Abertas',
  }),
  inQueue(pedidoCompraLife, ['aberto'], {
    name: 'pedidos_aprovar',
    label: 'Pedidos a aprovar',
    of: pedidoCompra,
    view: 'Abertos',
  }),
  inQueue(pedidoCompraLife, ['fechado'], {
    name: 'pedidos_receber',
    label: 'Pedidos a receber',
    of: pedidoCompra,
    view: 'Fechados',
  }),
  {
    name: 'notas_entrada',
    label: 'Notas a dar entrada',
    of: nfeCompra,
    view: 'A importar',
    filter: () => ({ where: { status: 0 } }),
  },
  {
    name: 'recebidas_falha_guarda',
    label: 'Notas recebidas com falha na guarda do XML',
    of: nfeCompra,
    view: 'Com falha na guarda',
    filter: () => ({ where: { falha_guarda: Object.keys(KEEPING_FAULTS) } }),
    bad: true,
  },
  {
    name: 'notas_sem_conta',
    label: 'Notas sem entrada nem conta',
    of: nfeCompra,
    view: 'Sem entrada nem conta',
    filter: () => ({ custom: { sem_conta: true } }),
    bad: true,
  },
]
