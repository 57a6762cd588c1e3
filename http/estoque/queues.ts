import { entradaLife } from '../../core/lifecycle/entrada'
import { inQueue, type Queue } from '../painel/queue'
import { entrada } from './entrada/entrada'
import { mercadoria } from './mercadoria'

/** Goods that run out, and entries that are not finalised. */
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
]
