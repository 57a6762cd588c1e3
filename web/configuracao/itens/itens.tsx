import type { ReactElement } from 'react'
import { screen, type ModalProps } from '../../app/registry'
import { Field } from '../../ui/form/fields'
import { ResourceForm } from '../../ui/form/resource-form'
import { textOf } from '../../ui/row'
import { ResourceTable } from '../../ui/table/resource-table'
import type { Column } from '../../ui/table/columns'

const TYPES = [
  { value: 'text', label: 'Texto' },
  { value: 'number', label: 'Número' },
  { value: 'boolean', label: 'Sim ou não' },
]

const columns: readonly Column[] = [
  { field: 'name', label: 'Nome', kind: 'code', width: 260 },
  { field: 'type', label: 'Tipo', kind: 'option', options: TYPES, width: 120 },
  { field: 'value', label: 'Valor', width: 200 },
  { field: 'descricao', label: 'Para que serve' },
]

function Itens(): ReactElement {
  return <ResourceTable resource="configuracao" columns={columns} sort={{ field: 'name', desc: false }} />
}

function ItemForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm
      modal={modal}
      resource="configuracao"
      name="Item de configuração"
      title={(row) => textOf(row.name)}
      defaults={{ type: 'text' }}
    >
      <Field name="name" label="Nome" required span={8} maxLength={80} />
      <Field name="type" label="Tipo" kind="select" required options={TYPES} span={4} />
      <Field name="value" label="Valor" span={12} maxLength={2000} help="Em sim ou não, escreva true ou false" />
      <Field name="descricao" label="Para que serve" span={12} maxLength={200} />
    </ResourceForm>
  )
}

export const itensConfiguracao = screen({
  path: '/ui/configuracao/itens',
  title: 'Itens de Configuração',
  area: 'Configuração',
  right: 'configuracao',
  component: Itens,
  modals: { 'edit/:id': { component: ItemForm, size: 'md' } },
})
