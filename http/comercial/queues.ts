import { orcamentoLife } from '../../core/lifecycle/orcamento'
import { numbersOf } from '../../core/lifecycle/standing'
import { vendaLife } from '../../core/lifecycle/venda'
import { inQueue, type Queue } from '../painel/queue'
import { orcamento } from './orcamento/orcamento'
import { venda } from './venda/venda'

/** Sales and quotes that wait: for a release, for the stock, for an invoice, for an answer. */
export const sellingQueues = [
  inQueue(vendaLife, ['bloqueada'], {
    name: 'vendas_bloqueadas',
    label: 'Bloqueadas',
    of: venda,
    view: 'Bloqueadas',
    bad: true,
  }),
  inQueue(vendaLife, ['aberta'], { name: 'vendas_expedir', label: 'A expedir', of: venda, view: 'A expedir' }),
  inQueue(vendaLife, ['fechada', 'conferida'], {
    name: 'vendas_faturar',
    label: 'A faturar',
    of: venda,
    view: 'A faturar',
  }),
  inQueue(orcamentoLife, ['aberto'], {
    name: 'orcamentos_abertos',
    label: 'Orçamentos sem resposta',
    of: orcamento,
    view: 'Abertos',
  }),
  answered({ name: 'orcamentos_aceitos', label: 'Aceitos pelo cliente', of: orcamento, view: 'Aceitos' }, 'dhAceite'),
  answered(
    { name: 'orcamentos_alteracao', label: 'Com alteração pedida', of: orcamento, view: 'Alteração pedida' },
    'dhPedidoAlteracao',
  ),
]

/** Open quotes that their customers have answered by their link. */
function answered(queue: Omit<Queue, 'filter'>, date: 'dhAceite' | 'dhPedidoAlteracao'): Queue {
  const between = { [date]: { ini: '2000-01-01' } }
  return { ...queue, filter: () => ({ where: { status: numbersOf(orcamentoLife, ['aberto']) }, between }) }
}
