import type { ReactElement } from 'react'
import { useComputed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { dayName, WEEK } from '../../../core/week/week'
import { screen, type ModalProps } from '../../app/registry'
import { useForm } from '../../ui/form/context'
import { Field } from '../../ui/form/fields'
import { ReferenceField } from '../../ui/form/reference-field'
import { ResourceForm } from '../../ui/form/resource-form'
import { numberOf, textOf, type Row } from '../../ui/row'
import { ResourceTable } from '../../ui/table/resource-table'
import type { Column } from '../../ui/table/columns'

const RESOURCE = 'sis/janela_horario'
const DAYS = WEEK.map(({ day, name }) => ({ value: day, label: name }))
const OF = [
  { value: 'cliente', label: 'Cliente' },
  { value: 'veiculo', label: 'Veículo' },
]

const columns: readonly Column[] = [
  { field: 'model_type', label: 'De', kind: 'option', options: OF, width: 140 },
  { field: 'model_id', label: 'Código', kind: 'integer', width: 100 },
  { field: 'dia_semana', label: 'Dia', kind: 'option', options: DAYS, width: 160 },
  { field: 'hora_inicio', label: 'Das', width: 100 },
  { field: 'hora_fim', label: 'Até as' },
]

function Janelas(): ReactElement {
  return <ResourceTable resource={RESOURCE} columns={columns} sort={{ field: 'model_id', desc: false }} />
}

const describe = (row: Row): string =>
  `${dayName(numberOf(row.dia_semana) ?? 0)}, das ${textOf(row.hora_inicio)} às ${textOf(row.hora_fim)}`

/** Who the window is of: a customer receives, a vehicle runs. */
function Owner(): ReactElement {
  useSignals()
  const form = useForm()
  const ofVehicle = useComputed(() => form.values.value.model_type === 'veiculo').value
  return ofVehicle ? (
    <ReferenceField name="model_id" label="Veículo" resource="transportadora_veiculo" required span={8} />
  ) : (
    <ReferenceField name="model_id" label="Cliente" resource="cliente" minChars={1} required span={8} />
  )
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
      <Field
        name="model_type"
        label="De"
        kind="select"
        required
        options={OF}
        span={4}
        onCommit={(_, form) => form.patch({ model_id: null, model: null })}
      />
      <Owner />
      <Field name="dia_semana" label="Dia da semana" kind="select" required options={DAYS} span={6} />
      <Field name="hora_inicio" label="Das" required span={3} maxLength={5} />
      <Field name="hora_fim" label="Até as" required span={3} maxLength={5} />
    </ResourceForm>
  )
}

export const janelaHorario = screen({
  path: '/ui/sis/janela_horario',
  title: 'Janelas de Horário',
  area: 'Configuração',
  icon: 'calendar',
  right: 'janela_horario',
  component: Janelas,
  modals: { 'edit/:janela_horario_id': { component: JanelaForm, size: 'md' } },
})
