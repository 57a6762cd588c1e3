import type { ReactElement } from 'react'
import { veiculoFields } from '../../../core/fields/cadastros/veiculo'
import { particularidadeDoVeiculoFields } from '../../../core/fields/cadastros/particularidades'
import { fieldsOf } from '../../ui/fields-of'
import type { ModalProps } from '../../app/registry'
import { ResourceForm } from '../../ui/form/resource-form'
import { Week } from '../../ui/form/week'
import { ListField } from '../../ui/lines/list-field'
import { textOf, type Row } from '../../ui/row'
import { traitColumn } from '../trait-column'
import { maskPlate } from '../../../core/br/masks'

const { Field, defaults } = fieldsOf(veiculoFields)
const trait = fieldsOf(particularidadeDoVeiculoFields)

/** A vehicle in one line of its carrier's list. */
export function describeVehicle(row: Row): string {
  return `${maskPlate(textOf(row.placa))} · ${textOf(row.UF)}${row.ativo === false ? ' · inativo' : ''}`
}

const columns = [traitColumn, trait.line('descricao', { editable: true })]

export function VeiculoForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm
      modal={modal}
      resource="transportadora_veiculo"
      name="Veículo"
      title={describeVehicle}
      defaults={{ ...defaults, transportadora_id: Number(modal.params.id) }}
    >
      <Field name="placa" span={4} />
      <Field name="UF" span={3} />
      <Field name="RNTC" span={5} />
      <Field name="hora_inicial" span={3} help="Todos os dias" />
      <Field name="hora_final" span={3} />
      <Field name="ativo" span={3} />
      <Field name="RENAVAM" span={3} />
      <Field name="tara" span={3} help="Para o MDF-e" />
      <Field name="tpRod" span={3} />
      <Field name="tpCar" span={3} />
      <h3 className="group-title">Entregas</h3>
      <Field name="capacidade_kg" span={2} />
      <Field name="capacidade_volumes" label="Volumes" span={2} />
      <Field name="vCustoFixo" span={3} />
      <Field name="vCustoHora" span={3} />
      <Field name="vCustoKm" span={2} />
      <ListField name="particularidades" label="Particularidades" columns={columns} />
      <Week label="Horários por dia" help="Um dia com horários próprios não segue o “roda das … até as”." />
    </ResourceForm>
  )
}
