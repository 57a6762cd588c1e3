import { orcamento, orcamentoDuplicata, orcamentoMercadoria } from './orcamento/orcamento'
import { venda, vendaDuplicata, vendaMercadoria } from './venda/venda'

/** The resources of a quote and of a sale: what one has, the other has too, so that they share their verbs. */
export const DOCUMENTS = {
  orcamento: { head: orcamento, lines: orcamentoMercadoria, instalments: orcamentoDuplicata, link: 'orcamento_id' },
  venda: { head: venda, lines: vendaMercadoria, instalments: vendaDuplicata, link: 'venda_id' },
} as const
