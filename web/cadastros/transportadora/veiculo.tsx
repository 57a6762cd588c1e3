import type { ReactElement } from 'react'
import type { ModalProps } from '../../app/registry'
import { UF_OPTIONS } from '../../ui/form/address'
import { Field } from '../../ui/form/fields'
import { ResourceForm } from '../../ui/form/resource-form'
import { WeekField } from '../../ui/form/week-field'
import { ListField } from '../../ui/lines/list-field'
import { textOf, type Row } from '../../ui/row'
import { traitColumn } from '../trait-column'
import { maskPlate } from '../../../core/br/masks'

const MISSING = 'Informe este campo'

/** A vehicle in one line of its carrier's list. */
export function describeVehicle(row: Row): string {
  return `${maskPlate(textOf(row.placa))} · ${textOf(row.UF)}${row.ativo === false ? ' · inativo' : ''}`
}

const columns = [traitColumn, { field: 'descricao', label: 'Detalhe', editable: true }]

export function VeiculoForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm
      modal={modal}
      resource="transportadora_veiculo"
      name="Veículo"
      title={describeVehicle}
      defaults={{ transportadora_id: Number(modal.params.id), ativo: true }}
    >
      <Field name="placa" label="Placa" kind="plate" required requiredText={MISSING} span={4} />
      <Field name="UF" label="UF" kind="select" options={UF_OPTIONS} required requiredText={MISSING} span={3} />
      <Field name="RNTC" label="RNTC" kind="upper" span={5} maxLength={20} />
      <Field name="hora_inicial" label="Roda das" span={3} maxLength={5} help="Todos os dias" />
      <Field name="hora_final" label="até as" span={3} maxLength={5} />
      <Field name="ativo" label="Ativo" kind="switch" span={3} />
      <h3 className="group-title">Entregas</h3>
      <Field name="capacidade_kg" label="Capacidade (kg)" kind="number" span={2} />
      <Field name="capacidade_volumes" label="Volumes" kind="integer" span={2} />
      <Field name="vCustoFixo" label="Custo por saída" kind="money" span={3} />
      <Field name="vCustoHora" label="Custo por hora" kind="money" span={3} />
      <Field name="vCustoKm" label="Custo por km" kind="money" span={2} />
      <ListField name="particularidades" label="Particularidades" columns={columns} />
      <WeekField
        name="janela_horario_list"
        label="Horários por dia"
        help="Um dia com horários próprios não segue o “roda das … até as”."
      />
    </ResourceForm>
  )
}
