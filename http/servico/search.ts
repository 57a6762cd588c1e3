import { documentsByNumber } from '../comercial/search'
import type { Search } from '../painel/search'
import { ordemServico } from './ordem_servico/ordem-servico'

/** Service orders, by their number. */
export const serviceSearches: readonly Search[] = [
  {
    resource: ordemServico,
    place: 8,
    find: (ctx, typed) => documentsByNumber(ctx, typed, { resource: ordemServico, label: 'Ordem de serviço' }),
  },
]
