import { entradaLife } from '../../core/lifecycle/entrada'
import { mercadoriaInventarioLife } from '../../core/lifecycle/mercadoria-inventario'
import { inQueue, type Queue } from '../painel/queue'
import { entrada } from './entrada/entrada'
import { mercadoriaInventario } from './inventario/inventario'
import { mercadoria } from './mercadoria'
import { transfArmaz } from './transferencia/transf-armaz'

/** Goods that run out, entries that are not finalised, those whose goods have been read at the door or whose invoice is not here, goods on their way to other companies, and counts that go on. */
export const stockQueues: readonly Queue[] = [
  {
    name: 'estoque_baixo',
    label: 'Abaixo do mínimo',
    of: mercadoria,
    view: 'Estoque baixo',
    filter: () => ({ custom: { estoque_baixo: true } }),
    bad: true,
  },
  inQueue(entradaLife, ['aberta'], {
    name: 'entradas_finalizar',
    label: 'Entradas a finalizar',
    of: entrada,
    view: 'Abertas',
  }),
  inQueue(entradaLife, ['recebida'], {
    name: 'entradas_recebidas',
    label: 'Entradas recebidas, a finalizar',
    of: entrada,
    view: 'Recebidas',
  }),
  {
    name: 'transferencias_transito',
    label: 'Transferências em trânsito',
    of: transfArmaz,
    view: 'Em trânsito',
    filter: () => ({ custom: { em_transito: true } }),
  },
  {
    name: 'entradas_sem_xml',
    label: 'Entradas sem o XML da nota',
    of: entrada,
    view: 'Sem o XML',
    filter: () => ({ custom: { sem_xml: true } }),
  },
  inQueue(mercadoriaInventarioLife, ['aberto'], {
    name: 'inventarios_contagem',
    label: 'Inventários em contagem',
    of: mercadoriaInventario,
    view: 'Em contagem',
  }),
]
