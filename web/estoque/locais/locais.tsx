import type { ReactElement } from 'react'
import { armazenamentoFields } from '../../../core/fields/estoque/registers'
import { fieldsOf } from '../../ui/fields-of'
import { screen, type ModalProps } from '../../app/registry'
import { ResourceForm } from '../../ui/form/resource-form'
import { ResourceTable } from '../../ui/table/resource-table'
import type { Column } from '../../ui/table/columns'

const { Field, ReferenceField, column, defaults } = fieldsOf(armazenamentoFields)

const columns: readonly Column[] = [
  column('codigo', { width: 140 }),
  column('xArmazenamento'),
  column('armazem.xNome', { width: 220 }),
  column('empresa.xNome', { width: 240 }),
  column('padrao', { label: 'Padrão', width: 100 }),
  column('bloqueado', {
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
  }),
]

function Locais(): ReactElement {
  return <ResourceTable resource="estoque/armazenamento" columns={columns} sort={{ field: 'codigo', desc: false }} />
}

function LocalForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm modal={modal} resource="estoque/armazenamento" name="Local" defaults={defaults}>
      <Field name="codigo" span={4} />
      <Field name="xArmazenamento" span={8} />
      <ReferenceField name="empresa_id" resource="empresa" span={6} />
      <ReferenceField name="armazem_id" resource="estoque/armazem" span={6} />
      <Field name="nOrdem" span={6} />
      <Field name="padrao" span={6} />
      <Field name="bloqueado" span={6} />
    </ResourceForm>
  )
}

export const locais = screen({
  path: '/ui/estoque/locais',
  title: 'Locais',
  area: 'Estoque',
  register: true,
  right: 'mercadoria',
  component: Locais,
  modals: { 'edit/:id': { component: LocalForm, size: 'md' } },
})
