import type { ReactElement } from 'react'
import { screen, type ModalProps } from '../../app/registry'
import { confirm } from '../../ui/confirm'
import { AddressFields } from '../../ui/form/address'
import { ResourceForm } from '../../ui/form/resource-form'
import { textOf } from '../../ui/row'
import { ResourceTable } from '../../ui/table/resource-table'
import { PersonFields, personColumns, personViews } from '../person'
import { importAction } from '../importacao/importacao'

const actions = [importAction('fornecedores')]

function Fornecedores(): ReactElement {
  return (
    <ResourceTable
      resource="fornecedor"
      columns={personColumns}
      actions={actions}
      views={personViews}
      sort={{ field: 'xNome', desc: false }}
    />
  )
}

const askToSave = (): Promise<boolean> => confirm({ title: 'Salvar o fornecedor?', action: 'Salvar' })

export function FornecedorForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm
      modal={modal}
      resource="fornecedor"
      name="Fornecedor"
      title={(row) => textOf(row.xNome)}
      defaults={{ st: 0, ativo: true }}
      beforeSave={askToSave}
    >
      <PersonFields />
      <AddressFields />
    </ResourceForm>
  )
}

export const fornecedor = screen({
  path: '/ui/cadastros/fornecedor',
  title: 'Fornecedores',
  area: 'Cadastros',
  right: 'fornecedor',
  component: Fornecedores,
  modals: { 'edit/:fornecedor_id': { component: FornecedorForm } },
})
