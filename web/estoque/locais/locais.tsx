import type { ReactElement } from 'react'
import { screen, type ModalProps } from '../../app/registry'
import { Field } from '../../ui/form/fields'
import { ReferenceField } from '../../ui/form/reference-field'
import { ResourceForm } from '../../ui/form/resource-form'
import { ResourceTable } from '../../ui/table/resource-table'
import type { Column } from '../../ui/table/columns'

const columns: readonly Column[] = [
  { field: 'codigo', label: 'Código', kind: 'code', width: 140 },
  { field: 'xArmazenamento', label: 'Descrição' },
  { field: 'armazem.xNome', label: 'Armazém', width: 220 },
  { field: 'empresa.xNome', label: 'Empresa', width: 240 },
  { field: 'padrao', label: 'Padrão', kind: 'bool', width: 100 },
  {
    field: 'bloqueado',
    label: 'Estado',
    kind: 'chip',
    width: 120,
    filter: 'select',
    options: [
      { value: true, label: 'Bloqueado' },
      { value: false, label: 'Livre' },
    ],
    chip: (row) =>
      row.bloqueado === true
        ? { word: 'Bloqueado', hue: 'vermelho', mark: 'lock' }
        : { word: 'Livre', hue: 'verde', mark: 'check' },
  },
]

function Locais(): ReactElement {
  return <ResourceTable resource="estoque/armazenamento" columns={columns} sort={{ field: 'codigo', desc: false }} />
}

function LocalForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm
      modal={modal}
      resource="estoque/armazenamento"
      name="Local"
      defaults={{ bloqueado: false, padrao: false }}
    >
      <Field name="codigo" label="Código" required span={4} maxLength={20} />
      <Field name="xArmazenamento" label="Descrição" required span={8} maxLength={80} />
      <ReferenceField name="empresa_id" label="Empresa" resource="empresa" required span={6} />
      <ReferenceField name="armazem_id" label="Armazém" resource="estoque/armazem" span={6} />
      <Field name="padrao" label="Local padrão da empresa" kind="switch" span={6} />
      <Field name="bloqueado" label="Bloqueado para movimentação" kind="switch" span={6} />
    </ResourceForm>
  )
}

export const locais = screen({
  path: '/ui/estoque/locais',
  title: 'Locais',
  area: 'Estoque',
  right: 'mercadoria',
  component: Locais,
  modals: { 'edit/:id': { component: LocalForm, size: 'md' } },
})
