import type { ReactElement } from 'react'
import { useComputed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { screen, type ModalProps } from '../../app/registry'
import { useForm } from '../../ui/form/context'
import { Field } from '../../ui/form/fields'
import { ResourceForm } from '../../ui/form/resource-form'
import { textOf, type Row } from '../../ui/row'
import { ResourceTable } from '../../ui/table/resource-table'
import type { Column } from '../../ui/table/columns'

const TYPES = [
  { value: 'text', label: 'Texto' },
  { value: 'number', label: 'Número' },
  { value: 'boolean', label: 'Sim ou não' },
]

const YES_NO = [
  { value: 'true', label: 'Sim' },
  { value: 'false', label: 'Não' },
]
const WORDS = new Map(YES_NO.map(({ value, label }) => [value, label]))
const valueText = (row: Row): string =>
  (row.type === 'boolean' ? WORDS.get(textOf(row.value)) : undefined) ?? textOf(row.value)

const columns: readonly Column[] = [
  { field: 'name', label: 'Nome', kind: 'code', width: 260 },
  { field: 'type', label: 'Tipo', kind: 'option', options: TYPES, width: 120 },
  { field: 'value', label: 'Valor', width: 200, render: valueText, text: valueText },
  { field: 'descricao', label: 'Para que serve' },
]

function Itens(): ReactElement {
  return <ResourceTable resource="configuracao" columns={columns} sort={{ field: 'name', desc: false }} />
}

/** The value, written as its type is. */
function Value(): ReactElement {
  useSignals()
  const form = useForm()
  const type = useComputed(() => form.values.value.type).value
  if (type === 'boolean') return <Field name="value" label="Valor" kind="select" options={YES_NO} span={12} />
  if (type === 'number') return <Field name="value" label="Valor" kind="number" decimals={10} span={12} />
  return <Field name="value" label="Valor" span={12} maxLength={2000} />
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
      <Value />
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
