import type { ReactElement } from 'react'
import { open } from '../../app/navigation'
import { DocumentTable } from '../../ui/documents/document-table'
import { formatDateTime } from '../../ui/format'
import type { Row } from '../../ui/row'
import type { Column } from '../../ui/table/columns'
import type { TableAction } from '../../ui/table/verbs'
import { email, KIND } from './kind'

const columns: readonly Column[] = [
  email.column('para', { card: 'title' }),
  email.column('assunto', { card: 'sub' }),
  email.column('criado_em', { label: 'Data', width: 150, card: 'value', text: (row) => formatDateTime(row.criado_em) }),
  email.column('dhEnvio', { width: 150, hidden: true }),
  email.column('dhEntrega', { width: 150, hidden: true }),
  email.column('dhLeitura', { width: 150, hidden: true }),
  email.column('usuario.name', { label: 'Escrito por', width: 160, hidden: true }),
  email.column('erro', { width: 260, filter: 'none', card: 'none' }),
]

const actions: readonly TableAction[] = [
  {
    label: 'Ver a mensagem',
    icon: 'search',
    run: ([row]: readonly Row[]) => open(`/ui/sis/emails/list/view/${row?.id ?? ''}`),
    reason: (rows) => (rows.length === 1 ? undefined : 'Selecione um e-mail só.'),
  },
]

/** What was sent, is to be sent, and what became of it. */
export const Emails = (): ReactElement => (
  <DocumentTable
    kind={KIND}
    columns={columns}
    actions={actions}
    create="Novo e-mail"
    stateWidth={120}
    sort={{ field: 'id', desc: true }}
  />
)
