import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { clockText } from '../../../core/routing/words'
import { list } from '../../app/api'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { useForm } from '../../ui/form/context'
import { Field } from '../../ui/form/fields'
import { LinesField } from '../../ui/lines/lines-field'
import { linesOf, type LineColumn } from '../../ui/lines/lines-state'
import { referenceLine } from '../../ui/lines/reference-line'
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

const columns: readonly LineColumn[] = [
  referenceLine('veiculo_id', 'Veículo', VEHICLES, {
    required: true,
    where: { ativo: true },
    nameOf: plate,
    detail: (row) => textOf(getPath(row, 'transportadora.xNome')),
  }),
  { field: 'inicio', label: 'Sai a partir', width: 100, editable: true },
  { field: 'fim', label: 'Volta até', width: 100, editable: true },
  { field: 'capacidade_kg', label: 'Capacidade kg', kind: 'number', decimals: 3, width: 120, editable: true },
  { field: 'capacidade_volumes', label: 'Volumes', kind: 'integer', width: 90, editable: true },
  { field: 'max_paradas', label: 'Paradas', kind: 'integer', width: 80, editable: true },
  { field: 'max_km', label: 'Máx. km', kind: 'number', decimals: 1, width: 80, editable: true },
  { field: 'vCustoFixo', label: 'R$ saída', kind: 'money', width: 90, editable: true },
  { field: 'vCustoHora', label: 'R$ hora', kind: 'money', width: 90, editable: true },
  { field: 'vCustoKm', label: 'R$ km', kind: 'money', width: 90, editable: true },
]

/** What is sent of a vehicle's line. */
export const VEHICLE_FIELDS = columns.map(({ field }) => field)

/** What the plan is calculated by, and with which vehicles. */
export function SettingsTab(): ReactElement {
  return (
    <>
      <Field name="descricao" label="Descrição" span={6} maxLength={80} />
      <Field name="dRota" label="Dia das entregas" kind="date" required span={3} />
      <Field name="serviceTime" label="Minutos por parada" kind="integer" span={3} />
      <Field name="inicio_jornada" label="Início da jornada" span={3} maxLength={5} help="HH:MM" />
      <Field name="fim_jornada" label="Fim da jornada" span={3} maxLength={5} help="HH:MM" />
      <Field name="segundos" label="Segundos de cálculo" kind="integer" span={3} help="De 1 a 300" />
      <Field name="reset_solution" label="Recomeçar do zero" kind="switch" span={3} />
      <h3 className="group-title">O que procurar</h3>
      <Field name="menor_tempo" label="Menor tempo" kind="switch" span={4} />
      <Field name="menor_km" label="Menor distância" kind="switch" span={4} />
      <Field name="menor_custo" label="Menor custo" kind="switch" span={4} />
      <p className="field-help">
        O menor custo decide sozinho, pelos custos dos veículos. Recomeçar do zero esquece as rotas de antes, menos o
        que está travado.
      </p>
      <Vehicles />
      <h3 className="group-title">De onde saem</h3>
      <Field name="lat" label="Latitude" kind="number" decimals={6} span={3} help="Vazio: o endereço da empresa" />
      <Field name="lon" label="Longitude" kind="number" decimals={6} span={3} />
    </>
  )
}

function Vehicles(): ReactElement {
  useSignals()
  const { vehicles } = usePlanner().around.value
  const known = new Map(vehicles.map((one) => [one.id, one]))
  const [first, ...rest] = columns
  const shown: readonly LineColumn[] = [
    ...(first === undefined ? [] : [{ ...first, width: 110 }]),
    { field: 'conta', label: 'Vale neste dia', show: (line) => countsText(known.get(numberOf(line.veiculo_id) ?? 0)) },
    ...rest,
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
