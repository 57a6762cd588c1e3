import type { ReactElement } from 'react'
import { screen, type ModalProps } from '../../app/registry'
import { DocumentForm } from '../documento/form'
import { DocumentItemForm } from '../documento/item-form'
import { DocumentList } from '../documento/list'

const Orcamentos = (): ReactElement => <DocumentList kind="orcamento" />
const OrcamentoForm = (modal: ModalProps): ReactElement => <DocumentForm kind="orcamento" modal={modal} />
const OrcamentoItemForm = (modal: ModalProps): ReactElement => <DocumentItemForm kind="orcamento" modal={modal} />

export const orcamento = screen({
  path: '/ui/comercial/orcamento',
  title: 'Orçamentos',
  area: 'Comercial',
  right: 'venda_orcamento',
  component: Orcamentos,
  modals: {
    'edit/:id': { component: OrcamentoForm, size: 'xxl' },
    'edit/:id/orcamento_mercadoria/:item_id': { component: OrcamentoItemForm, size: 'lg' },
  },
})
