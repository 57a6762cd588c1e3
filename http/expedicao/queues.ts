import { rotaLife } from '../../core/lifecycle/rota'
import { separacaoLife } from '../../core/lifecycle/separacao'
import { roteirizacaoLife } from '../../core/lifecycle/roteirizacao'
import { inQueue } from '../painel/queue'
import { rota } from './rota/rota'
import { separacao } from './separacao/separacao'
import { roteirizacao } from './roteirizacao/roteirizacao'

/** Scenarios without routes, routes to let go and routes under way. */
export const deliveryQueues = [
  inQueue(roteirizacaoLife, ['calculada'], {
    name: 'cenarios_rotas',
    label: 'Cenários sem rotas',
    of: roteirizacao,
    view: 'Calculadas',
  }),
  inQueue(rotaLife, ['aberta'], { name: 'rotas_liberar', label: 'Rotas a liberar', of: rota, view: 'Abertas' }),
  inQueue(separacaoLife, ['aberta'], {
    name: 'separacoes_comecar',
    label: 'Separações a começar',
    of: separacao,
    view: 'Aguardando',
  }),
  inQueue(separacaoLife, ['separada'], {
    name: 'separacoes_conferir',
    label: 'Separações a conferir',
    of: separacao,
    view: 'Separadas',
  }),
  inQueue(rotaLife, ['liberada'], { name: 'rotas_caminho', label: 'Rotas a caminho', of: rota, view: 'Liberadas' }),
]
