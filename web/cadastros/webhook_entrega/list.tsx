import type { ReactElement } from 'react'
import { WEBHOOK_EVENTS } from '../../../core/webhooks/events'
import type { Row } from '../../ui/row'
import type { Column } from '../../ui/table/columns'
import { ResourceTable } from '../../ui/table/resource-table'
import { deliveryChip, eventLabel, resend } from './parts'

const columns: readonly Column[] = [
  {
    field: 'event_type',
    label: 'Evento',
    width: 200,
    filter: 'select',
    options: WEBHOOK_EVENTS.map(({ type, label }) => ({ value: type, label })),
    text: (row) => eventLabel(row.event_type),
  },
  { field: 'webhook_url', label: 'Endereço', filter: 'none', card: 'sub' },
  {
    field: 'status',
    label: 'Situação',
    kind: 'chip',
    width: 110,
    filter: 'select',
    options: [
      { value: 'na_fila', label: 'Na fila' },
      { value: 'entregue', label: 'Entregue' },
      { value: 'falhou', label: 'Falhou' },
    ],
    chip: deliveryChip,
  },
  { field: 'registro_id', label: 'Registro', kind: 'integer', width: 90, card: 'none' },
  { field: 'tentativas', label: 'Tentativas', kind: 'integer', width: 110, card: 'none' },
  { field: 'ultimo_status', label: 'Resposta', kind: 'integer', width: 90, card: 'none' },
  { field: 'ultima_ms', label: 'Duração (ms)', kind: 'integer', width: 130, card: 'none' },
  { field: 'criado_em', label: 'Criada em', kind: 'datetime', width: 150, card: 'value' },
  { field: 'dhProxima', label: 'Próxima tentativa', kind: 'datetime', width: 150, hidden: true },
  { field: 'erro', label: 'Erro', width: 260, filter: 'none', card: 'none' },
]

const views = [
  { name: 'Falharam', where: { status: 'falhou' } },
  { name: 'Na fila', where: { status: 'na_fila' } },
  { name: 'Entregues', where: { status: 'entregue' } },
]

const waiting = (row: Row): boolean => row.status === 'na_fila'

const actions = [
  {
    label: 'Tentar agora',
    icon: 'refresh',
    run: (rows: readonly Row[]) => resend(rows),
    reason: (rows: readonly Row[]) => (rows.every(waiting) ? undefined : 'Só o que está na fila espera uma tentativa.'),
  },
  { label: 'Reenviar', icon: 'refresh', run: (rows: readonly Row[]) => resend(rows) },
] as const

export function Deliveries(): ReactElement {
  return (
    <ResourceTable
      resource="cadastros/webhook_entrega"
      columns={columns}
      views={views}
      actions={actions}
      create={false}
      deletable={false}
      sort={{ field: 'id', desc: true }}
    />
  )
}
