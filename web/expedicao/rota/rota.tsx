import { useEffect, useRef, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { rotaComputed, rotaFields } from '../../../core/fields/expedicao/rota'
import type { ModalProps } from '../../app/registry'
import { DocumentTable } from '../../ui/documents/document-table'
import { fieldsOf } from '../../ui/fields-of'
import { useForm } from '../../ui/form/context'
import { ResourceForm } from '../../ui/form/resource-form'
import { Tab } from '../../ui/form/tab'
import { counted, formatDate, localToday } from '../../ui/format'
import { addStyle } from '../../ui/later-style'
import { textOf, type Row, type Values } from '../../ui/row'
import type { Column } from '../../ui/table/columns'
import { RouteActions } from './actions'
import { MapTab } from './map-tab'
import { KIND, kilometresText, loadsOf, plateOf, RESOURCE, timeText } from './route'
import style from './rota.css' with { type: 'text' }
import { Stops } from './stops'

addStyle(style)

const head = fieldsOf({ ...rotaFields, ...rotaComputed }, KIND.life)
/** Figures of its sales are neither sorted nor filtered by. */
const SHOWN = { sort: false, filter: 'none', card: 'none' } as const

const columns: readonly Column[] = [
  head.column('id', { label: 'Número', width: 90, card: 'sub' }),
  head.column('dRota', { width: 110, card: 'sub' }),
  head.column('veiculo.placa', { width: 110, card: 'title' }),
  head.column('motorista.xNome', { card: 'sub' }),
  head.column('entregas', { width: 90, ...SHOWN, card: 'value' }),
  head.column('entregues', { width: 100, ...SHOWN }),
  head.column('volumes', { width: 90, ...SHOWN }),
  head.column('peso', { width: 110, ...SHOWN }),
  head.column('km', { decimals: 1, width: 130, sort: 'distancia', card: 'none' }),
  head.column('inicio', { width: 80, hidden: true, card: 'none' }),
]

/** Delivery routes (S3-003). */
export const Rotas = (): ReactElement => <DocumentTable kind={KIND} columns={columns} create="Nova rota" />

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
      {(Array.isArray(route.faltas) ? route.faltas : []).map((text) => (
        <span key={textOf(text)} className="route-over">
          {textOf(text)}
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
        <head.ReferenceField
          name="veiculo_id"
          resource="transportadora_veiculo"
          minChars={0}
          span={4}
          where={ACTIVE}
          display={(row) => textOf(row.placa)}
        />
        <head.ReferenceField name="motorista_id" resource="cadastros/motorista" minChars={0} span={4} />
        <head.Field name="dRota" span={2} />
        <head.Field name="inicio" span={2} />
        <head.Field name="km_inicial" span={2} />
        <head.Field name="km_final" span={2} />
        <head.Field name="obs" kind="textarea" />
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
