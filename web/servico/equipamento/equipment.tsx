import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { pathOf } from '../../../core/access'
import { equipamentoComputed, equipamentoFields } from '../../../core/fields/servico/registers'
import { stateOfNumber } from '../../../core/lifecycle/standing'
import { ordemServicoLife } from '../../../core/lifecycle/ordem-servico'
import { open } from '../../app/navigation'
import type { ModalProps } from '../../app/registry'
import { Button } from '../../ui/button'
import { fieldsOf } from '../../ui/fields-of'
import { Attachments } from '../../ui/form/attachments'
import { useForm } from '../../ui/form/context'
import { PRODUCT } from '../../ui/form/product'
import { ReferenceField } from '../../ui/form/reference-field'
import { ResourceForm } from '../../ui/form/resource-form'
import { Tab } from '../../ui/form/tab'
import { formatDate } from '../../ui/format'
import { EmptyState } from '../../ui/pieces'
import { isRecord, rowsOf, textOf, type Row } from '../../ui/row'
import type { Column } from '../../ui/table/columns'
import { ResourceTable } from '../../ui/table/resource-table'
import { useLoaded } from '../../ui/use-loaded'

const RESOURCE = 'srv/equipamento'
const ORDERS = 'srv/ordem_servico'
/** Orders that its history shows: the newest. */
const SHOWN = 100

const fields = fieldsOf({ ...equipamentoFields, ...equipamentoComputed })

const columns: readonly Column[] = [
  fields.column('descricao', { card: 'title' }),
  fields.column('nSerie', { width: 160, card: 'sub' }),
  fields.column('cliente.xNome', { width: 240 }),
  fields.column('marca', { width: 120, hidden: true }),
  fields.column('modelo', { width: 120, hidden: true }),
  fields.column('dGarantia', { width: 120 }),
  fields.column('qOrdens', { label: 'Ordens', width: 90 }),
  fields.column('dhUltimaOrdem', { width: 150, card: 'value' }),
]

export const Equipamentos = (): ReactElement => (
  <ResourceTable resource={RESOURCE} columns={columns} sort={{ field: 'descricao', desc: false }} />
)

const orderName = (row: Row): string =>
  [`Ordem ${row.id}`, stateOfNumber(ordemServicoLife, row.status)?.word ?? ''].filter(Boolean).join(' · ')
const orderText = (row: Row): string =>
  [formatDate(row.criado_em), textOf(row.laudo) || textOf(row.defeito)].filter(Boolean).join(' · ')

/** What was done to an equipment so far: its orders, the newest first, whoever it belonged to. */
function Past({ id }: { readonly id: string }): ReactElement {
  const where = encodeURIComponent(JSON.stringify({ equipamento_id: Number(id) }))
  const answer = useLoaded(`${ORDERS}?where=${where}&perPage=${SHOWN}&orderBy=id&sortedBy=desc`, ORDERS)
  const rows = isRecord(answer) ? rowsOf(answer.data) : []
  if (rows.length === 0) return <EmptyState text="Nenhuma ordem de serviço deste equipamento." />
  return (
    <section className="attached" aria-label="Histórico">
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <Button kind="quiet" onClick={() => open(pathOf('ordem_servico', row.id))}>
              {orderName(row)}
            </Button>
            <span>{orderText(row)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function PastTab(): ReactElement | null {
  useSignals()
  const record = useForm().record.value
  return record === undefined ? null : <Past id={String(record.id)} />
}

export function EquipamentoForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm
      modal={modal}
      resource={RESOURCE}
      name="Equipamento"
      title={(row) => [textOf(row.descricao), textOf(row.nSerie)].filter(Boolean).join(' · ')}
      defaults={fields.defaults}
    >
      <Tab label="Informações">
        <fields.Field name="descricao" span={8} />
        <fields.Field name="nSerie" span={4} />
        <fields.ReferenceField name="cliente_id" resource="cliente" minChars={1} span={8} />
        <fields.Field name="ativo" span={4} />
        <fields.Field name="marca" span={4} />
        <fields.Field name="modelo" span={4} />
        <ReferenceField {...PRODUCT} name="mercadoria_id" label={fields.label('mercadoria_id')} span={4} />
        <fields.Field name="dCompra" span={4} />
        <fields.Field name="dGarantia" span={4} />
        <fields.Field name="obs" span={12} />
      </Tab>
      <Tab label="Histórico" needsRecord>
        <PastTab />
      </Tab>
      <Tab label="Anexos" needsRecord>
        <Attachments type="equipamento" />
      </Tab>
    </ResourceForm>
  )
}
