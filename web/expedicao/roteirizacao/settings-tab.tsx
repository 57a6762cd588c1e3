import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { roteirizacaoFields, roteirizacaoVeiculoFields } from '../../../core/fields/expedicao/roteirizacao'
import { clockText } from '../../../core/routing/words'
import { list } from '../../app/api'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { fieldsOf } from '../../ui/fields-of'
import { useForm } from '../../ui/form/context'
import { LinesField } from '../../ui/lines/lines-field'
import { linesOf, type LineColumn } from '../../ui/lines/lines-state'
import { usePlanner } from './context'
import { kilos, type PlanVehicle } from './plan'
import { getPath, isRow, numberOf, textOf, type Row } from '../../ui/row'

const VEHICLES = 'transportadora_veiculo'
const MOST = 100

const plate = (row: unknown): string => (isRow(row) ? textOf(row.placa) : '')

/** What counts for a vehicle on the day of the plan, where its line is left empty: known once the plan is saved. */
function countsText(vehicle: PlanVehicle | undefined): string {
  if (vehicle === undefined) return ''
  const { hours, grams, volumes, traits } = vehicle
  return [
    hours.length === 0 ? 'toda a jornada' : hours.map(([from, to]) => `${clockText(from)}–${clockText(to)}`).join(', '),
    ...(grams === null ? [] : [kilos(grams)]),
    ...(volumes === null ? [] : [`${volumes} vol`]),
    ...traits,
  ].join(' · ')
}

const { Field } = fieldsOf(roteirizacaoFields)
const vehicle = fieldsOf(roteirizacaoVeiculoFields)

const CHOSEN = vehicle.lineTo('veiculo_id', VEHICLES, {
  width: 110,
  where: { ativo: true },
  nameOf: plate,
  detail: (row) => textOf(getPath(row, 'transportadora.xNome')),
})
const OWN: readonly LineColumn[] = [
  vehicle.line('inicio', { label: 'Sai a partir', width: 100, editable: true }),
  vehicle.line('fim', { label: 'Volta até', width: 100, editable: true }),
  vehicle.line('capacidade_kg', { label: 'Capacidade kg', width: 120, editable: true }),
  vehicle.line('capacidade_volumes', { label: 'Volumes', width: 90, editable: true }),
  vehicle.line('max_paradas', { label: 'Paradas', width: 80, editable: true }),
  vehicle.line('max_km', { label: 'Máx. km', width: 80, editable: true }),
  vehicle.line('vCustoFixo', { label: 'R$ saída', width: 90, editable: true }),
  vehicle.line('vCustoHora', { label: 'R$ hora', width: 90, editable: true }),
  vehicle.line('vCustoKm', { label: 'R$ km', width: 90, editable: true }),
]

/** What is sent of a vehicle's line. */
export const VEHICLE_FIELDS = vehicle.sent

/** What the plan is calculated by, and with which vehicles. */
export function SettingsTab(): ReactElement {
  return (
    <>
      <Field name="descricao" span={6} />
      <Field name="dRota" span={3} />
      <Field name="serviceTime" span={3} />
      <Field name="inicio_jornada" span={3} help="HH:MM" />
      <Field name="fim_jornada" span={3} help="HH:MM" />
      <Field name="segundos" span={3} help="De 1 a 300" />
      <Field name="reset_solution" span={3} />
      <h3 className="group-title">O que procurar</h3>
      <Field name="menor_tempo" span={4} />
      <Field name="menor_km" span={4} />
      <Field name="menor_custo" span={4} />
      <p className="field-help">
        O menor custo decide sozinho, pelos custos dos veículos. Recomeçar do zero esquece as rotas de antes, menos o
        que está travado.
      </p>
      <Vehicles />
      <h3 className="group-title">De onde saem</h3>
      <Field name="lat" label="Latitude" span={3} help="Vazio: o endereço da empresa" />
      <Field name="lon" label="Longitude" span={3} />
    </>
  )
}

function Vehicles(): ReactElement {
  useSignals()
  const { vehicles } = usePlanner().around.value
  const known = new Map(vehicles.map((one) => [one.id, one]))
  const shown: readonly LineColumn[] = [
    CHOSEN,
    { field: 'conta', label: 'Vale neste dia', show: (line) => countsText(known.get(numberOf(line.veiculo_id) ?? 0)) },
    ...OWN,
  ]
  const form = useForm()
  const add = (rows: readonly (Row | null)[]): void => {
    const now = linesOf(form.values.peek().veiculo_list)
    const known = new Set(now.map((line) => numberOf(line.veiculo_id)))
    const fresh = rows.filter((row) => row === null || !known.has(numberOf(row.id)))
    form.set('veiculo_list', [
      ...now,
      ...fresh.map((row) => ({
        key: crypto.randomUUID(),
        ...(row === null ? {} : { veiculo_id: row.id, veiculo: row }),
      })),
    ])
  }
  const addAll = async (): Promise<void> => {
    try {
      add((await list(VEHICLES, { where: { ativo: true }, perPage: MOST, orderBy: 'placa', sortedBy: 'asc' })).data)
    } catch (error) {
      toast.error(error)
    }
  }
  return (
    <div className="stack">
      <h3 className="group-title">Veículos</h3>
      <LinesField
        name="veiculo_list"
        label="Veículos"
        columns={shown}
        addKey={false}
        addsInPlace
        onAdd={() => add([null])}
        tools={
          form.readOnly.value ? null : (
            <Button icon="truck" onClick={() => void addAll()}>
              Todos os ativos
            </Button>
          )
        }
      />
      <p className="field-help">
        Vazio vale o do cadastro do veículo: capacidade, custos e os horários daquele dia da semana, senão a jornada.
      </p>
    </div>
  )
}
