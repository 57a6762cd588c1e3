import { orcamentoLife } from '../../../core/lifecycle/orcamento'
import { vendaLife } from '../../../core/lifecycle/venda'
import type { DocumentKind as AnyDocument } from '../../ui/documents/kind'
import { getPath, type Values } from '../../ui/row'

export type DocumentKind = 'orcamento' | 'venda'

/** What the two documents call their parts. */
export interface DocumentNames extends AnyDocument {
  readonly kind: DocumentKind
  readonly title: string
  readonly lines: string
  readonly instalments: string
  readonly lineRoute: string
  /** Field of a line and of an instalment that names its document. */
  readonly link: string
}

export const DOCUMENTS: Readonly<Record<DocumentKind, DocumentNames>> = {
  orcamento: {
    kind: 'orcamento',
    life: orcamentoLife,
    resource: 'orcamento',
    name: 'orcamento',
    title: 'Orçamento',
    right: 'venda_orcamento',
    lines: 'orcamento_mercadorias',
    instalments: 'orcamento_duplicatas',
    lineRoute: 'orcamento_mercadoria',
    link: 'orcamento_id',
  },
  venda: {
    kind: 'venda',
    life: vendaLife,
    resource: 'venda',
    name: 'venda',
    title: 'Venda',
    right: 'venda',
    lines: 'venda_mercadorias',
    instalments: 'venda_duplicatas',
    lineRoute: 'venda_mercadoria',
    link: 'venda_id',
  },
}

/** What the life of a sale asks beside its dates: whether its operation moves stock. */
export const factsOf = (row: Values): Values => ({
  movimenta_estoque: getPath(row, 'tipo_entrada_saida.movimenta_estoque') !== false,
})
