import type { ReactElement } from 'react'
import { eventLabel, WEBHOOK_EVENTS } from '../../../core/webhooks/events'
import { textOf, type Row } from '../../ui/row'
import type { Column } from '../../ui/table/columns'
import { ResourceTable } from '../../ui/table/resource-table'
import { delivery, resend, statusColumn } from './parts'

const { column } = delivery

const columns: readonly Column[] = [
  column('event_type', {
    width: 200,
    filter: 'select',
    options: WEBHOOK_EVENTS.map(({ type, label }) => ({ value: type, label })),
    text: (row) => eventLabel(textOf(row.event_type)),
  }),
  column('webhook_url', { filter: 'none', card: 'sub' }),
  statusColumn,
  column('registro_id', { width: 90, card: 'none' }),
  column('tentativas', { width: 110, card: 'none' }),
  column('ultimo_status', { label: 'Resposta', width: 90, card: 'none' }),
  column('ultima_ms', { label: 'Duração (ms)', width: 130, card: 'none' }),
  column('criado_em', { label: 'Criada em', width: 150, card: 'value' }),
  column('dhProxima', { width: 150, hidden: true }),
  column('erro', { width: 260, filter: 'none', card: 'none' }),
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
