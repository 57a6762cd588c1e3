import type { ReactElement } from 'react'
import { screen, type ModalProps } from '../../app/registry'
import { DocumentForm } from '../documento/form'
import { DocumentItemForm } from '../documento/item-form'
import { DocumentList } from '../documento/list'

const Vendas = (): ReactElement => <DocumentList kind="venda" />
const VendaForm = (modal: ModalProps): ReactElement => <DocumentForm kind="venda" modal={modal} />
const VendaItemForm = (modal: ModalProps): ReactElement => <DocumentItemForm kind="venda" modal={modal} />

export const venda = screen({
  path: '/ui/comercial/venda',
  title: 'Vendas',
  area: 'Comercial',
  right: 'venda',
  component: Vendas,
  modals: {
    'edit/:id': { component: VendaForm, size: 'xxl' },
    'edit/:id/venda_mercadoria/:item_id': { component: VendaItemForm, size: 'lg' },
  },
})
