import { useEffect, useRef, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import type { ModalProps } from '../../app/registry'
import { stateColumn, stateViews } from '../../ui/documents/state'
import { useForm } from '../../ui/form/context'
import { Field } from '../../ui/form/fields'
import { ReferenceField } from '../../ui/form/reference-field'
import { ResourceForm } from '../../ui/form/resource-form'
import { Tab } from '../../ui/form/tab'
import { counted, formatDate, localToday } from '../../ui/format'
import { addStyle } from '../../ui/later-style'
import { textOf, type Row, type Values } from '../../ui/row'
import type { Column } from '../../ui/table/columns'
import { ResourceTable } from '../../ui/table/resource-table'
import { RouteActions } from './actions'
import { MapTab } from './map-tab'
import { KIND, kilometresText, loadsOf, plateOf, RESOURCE, timeText } from './route'
import style from './rota.css' with { type: 'text' }
import { Stops } from './stops'

addStyle(style)

const columns: readonly Column[] = [
  { field: 'id', label: 'Número', kind: 'integer', width: 90, card: 'sub' },
  { field: 'dRota', label: 'Dia', kind: 'date', width: 110, card: 'sub' },
  { field: 'veiculo.placa', label: 'Veículo', width: 110, card: 'title' },
  { field: 'motorista.xNome', label: 'Motorista', card: 'sub' },
  { field: 'entregas', label: 'Vendas', kind: 'integer', width: 90, sort: false, filter: 'none', card: 'value' },
  { field: 'entregues', label: 'Entregues', kind: 'integer', width: 100, sort: false, filter: 'none', card: 'none' },
  { field: 'volumes', label: 'Volumes', kind: 'integer', width: 90, sort: false, filter: 'none', card: 'none' },
  { field: 'peso', label: 'Peso (kg)', kind: 'number', width: 110, sort: false, filter: 'none', card: 'none' },
  { field: 'km', label: 'Distância (km)', kind: 'number', decimals: 1, width: 130, sort: 'distancia', card: 'none' },
  { field: 'inicio', label: 'Sai às', width: 80, hidden: true, card: 'none' },
  stateColumn(KIND.life),
]
const views = stateViews(KIND.life)

/** Delivery routes (S3-003). */
export function Rotas(): ReactElement {
  return <ResourceTable resource={RESOURCE} columns={columns} views={views} create="Nova rota" />
}

const title = (row: Row): string => `Rota ${row.id} · ${formatDate(row.dRota)} · ${plateOf(row)}`

/** What the route carries and how far it goes. */
function Strip(): ReactElement | null {
  useSignals()
  const route = useForm().record.value
  if (route === undefined) return null
  const [sales, done] = [Number(route.entregas), Number(route.entregues)]
  const way = kilometresText(route.distancia)
  return (
    <div className="route-strip">
      <strong>{counted(sales, 'venda', 'vendas')}</strong>
      {textOf(route.dhLiberacao) === '' ? null : <span>{counted(done, 'entregue', 'entregues')}</span>}
      {loadsOf(route).map(({ text, over }) => (
        <span key={text} className={over ? 'route-over' : undefined}>
          {text}
          {over ? ': acima da capacidade' : ''}
        </span>
      ))}
      {way === '' ? null : (
        <span>
          {way} km · {timeText(route.duracao)} de viagem
        </span>
      )}
    </div>
  )
}

/** A route that was just created goes on with its sales. */
function OpenStops(): null {
  useSignals()
  const form = useForm()
  const id = form.record.value?.id
  const before = useRef(id)
  useEffect(() => {
    if (before.current === undefined && id !== undefined) form.showTab(1)
    before.current = id
  }, [form, id])
  return null
}

const defaults: Values = { dRota: localToday(), inicio: '08:00' }
const ACTIVE: Values = { ativo: true }

/** A delivery route: its vehicle and day, then its sales. */
export function RotaForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm
      modal={modal}
      resource={RESOURCE}
      name="Rota"
      title={title}
      defaults={defaults}
      stay
      life={KIND.life}
      onLoad={(_row, form) => form.showTab(1)}
      actions={<RouteActions />}
      summary={<Strip />}
    >
      <Tab label="Rota">
        <OpenStops />
        <ReferenceField
          name="veiculo_id"
          label="Veículo"
          resource="transportadora_veiculo"
          required
          minChars={0}
          span={4}
          where={ACTIVE}
          display={(row) => textOf(row.placa)}
        />
        <ReferenceField name="motorista_id" label="Motorista" resource="cadastros/motorista" minChars={0} span={4} />
        <Field name="dRota" label="Dia" kind="date" required span={2} />
        <Field name="inicio" label="Sai às" span={2} maxLength={5} />
        <Field name="km_inicial" label="Km na saída" kind="number" decimals={1} span={2} />
        <Field name="km_final" label="Km na volta" kind="number" decimals={1} span={2} />
        <Field name="obs" label="Observações" kind="textarea" maxLength={2000} />
      </Tab>
      <Tab label="Vendas" needsRecord free>
        <Stops />
      </Tab>
      <Tab label="Mapa" needsRecord free>
        <MapTab />
      </Tab>
    </ResourceForm>
  )
}
