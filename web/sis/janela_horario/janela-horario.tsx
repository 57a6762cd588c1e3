import type { ReactElement } from 'react'
import { useComputed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { WITH_WEEK, janelaHorarioFields } from '../../../core/fields/sis/janela-horario'
import { fieldsOf } from '../../ui/fields-of'
import { dayName } from '../../../core/week/week'
import { screen, type ModalProps } from '../../app/registry'
import { useForm } from '../../ui/form/context'
import { ResourceForm } from '../../ui/form/resource-form'
import { numberOf, textOf, type Row } from '../../ui/row'
import { ResourceTable } from '../../ui/table/resource-table'
import type { Column } from '../../ui/table/columns'

const { Field, ReferenceField, column } = fieldsOf(janelaHorarioFields)

const RESOURCE = 'sis/janela_horario'

const columns: readonly Column[] = [
  column('model_type', { width: 140 }),
  column('model_id', { label: 'Código', width: 100 }),
  column('dia_semana', { label: 'Dia', width: 160 }),
  column('hora_inicio', { width: 100 }),
  column('hora_fim'),
]

function Janelas(): ReactElement {
  return <ResourceTable resource={RESOURCE} columns={columns} sort={{ field: 'model_id', desc: false }} />
}

const describe = (row: Row): string =>
  `${dayName(numberOf(row.dia_semana) ?? 0)}, das ${textOf(row.hora_inicio)} às ${textOf(row.hora_fim)}`

const OWNERS = new Map<string, string>(Object.entries(WITH_WEEK))

/** Who the window is of, by what its kind is called: a customer receives, a vehicle runs. Of any other resource it is the record's number. */
function Owner(): ReactElement {
  useSignals()
  const form = useForm()
  const type = useComputed(() => textOf(form.values.value.model_type)).value
  const label = OWNERS.get(type)
  if (label === undefined) return <Field name="model_id" span={8} />
  return <ReferenceField key={type} name="model_id" label={label} resource={type} minChars={1} span={8} />
}

function JanelaForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm
      modal={modal}
      resource={RESOURCE}
      name="Janela de horário"
      title={describe}
      defaults={{ model_type: 'cliente', dia_semana: 1 }}
    >
      <Field name="model_type" span={4} onCommit={(_, form) => form.patch({ model_id: null, model: null })} />
      <Owner />
      <Field name="dia_semana" span={6} />
      <Field name="hora_inicio" span={3} />
      <Field name="hora_fim" span={3} />
    </ResourceForm>
  )
}

export const janelaHorario = screen({
  path: '/ui/sis/janela_horario',
  title: 'Janelas de Horário',
  area: 'Configuração',
  register: true,
  right: 'janela_horario',
  component: Janelas,
  modals: { 'edit/:janela_horario_id': { component: JanelaForm, size: 'md' } },
})
