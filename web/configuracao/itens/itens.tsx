import type { ReactElement } from 'react'
import { useComputed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { configuracaoFields } from '../../../core/fields/sis/configuracao'
import { groupOf, groupTitle, SETTING_GROUPS } from '../../../core/settings/groups'
import { settingText } from '../../../core/settings/texts'
import { fieldsOf } from '../../ui/fields-of'
import { screen, type ModalProps } from '../../app/registry'
import { useForm } from '../../ui/form/context'
import { ResourceForm } from '../../ui/form/resource-form'
import { textOf, type Row } from '../../ui/row'
import { ResourceTable } from '../../ui/table/resource-table'
import type { Column } from '../../ui/table/columns'

const { Field, column, defaults } = fieldsOf(configuracaoFields)

const YES_NO = [
  { value: 'true', label: 'Sim' },
  { value: 'false', label: 'Não' },
]
const WORDS = new Map(YES_NO.map(({ value, label }) => [value, label]))
const valueText = (row: Row): string =>
  (row.type === 'boolean' ? WORDS.get(textOf(row.value)) : undefined) ?? textOf(row.value)

const sentence = (row: Row): string => settingText(textOf(row.name), textOf(row.descricao))

const about = (row: Row): string => groupTitle(groupOf(textOf(row.name)))

const columns: readonly Column[] = [
  column('name', { label: 'O que muda', width: 420, render: sentence, text: sentence }),
  column('value', { width: 200, render: valueText, text: valueText }),
  { field: 'grupo', label: 'Assunto', width: 140, sort: false, filter: 'none', render: about, text: about },
  { field: 'alterado_por', label: 'Alterado por', width: 160, sort: false, filter: 'none' },
  column('alterado_em', { width: 150 }),
  column('descricao'),
  column('type', { width: 120, hidden: true }),
]

const views = SETTING_GROUPS.map((grupo) => ({ name: groupTitle(grupo), custom: { grupo } }))

function Itens(): ReactElement {
  return <ResourceTable resource="configuracao" columns={columns} views={views} sort={{ field: 'name', desc: false }} />
}

/** The value, written as its type is. */
function Value(): ReactElement {
  useSignals()
  const form = useForm()
  const type = useComputed(() => form.values.value.type).value
  if (type === 'boolean') return <Field name="value" kind="select" options={YES_NO} span={12} />
  if (type === 'number') return <Field name="value" kind="number" decimals={10} span={12} />
  return <Field name="value" span={12} />
}

function ItemForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm
      modal={modal}
      resource="configuracao"
      name="Item de configuração"
      title={sentence}
      defaults={defaults}
    >
      <Value />
      <Field name="name" label="Nome no sistema" span={8} />
      <Field name="type" span={4} />
      <Field name="descricao" span={12} />
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
