import type { ReactElement } from 'react'
import { deleteRecords } from '../../ui/delete-records'
import { formatDateTime } from '../../ui/format'
import { textOf, type Row } from '../../ui/row'
import type { Column } from '../../ui/table/columns'
import { ResourceTable } from '../../ui/table/resource-table'
import type { TableAction } from '../../ui/table/verbs'
import { anexo, RESOURCE, sizeOf } from './kind'
import { download, Owner } from './owner'
import { Usage } from './usage'

const MOST = 50

const columns: readonly Column[] = [
  anexo.column('nome', { card: 'title' }),
  anexo.column('descricao', { width: 200, hidden: true }),
  anexo.column('registro', {
    width: 220,
    filter: 'none',
    sort: false,
    card: 'sub',
    render: (row) => <Owner row={row} />,
    text: (row) => textOf(row.registro),
  }),
  anexo.column('extensao', { width: 80, card: 'none' }),
  anexo.column('tamanho', { width: 110, card: 'value', text: (row) => sizeOf(row.tamanho) }),
  anexo.column('user.name', { label: 'Enviado por', width: 160, card: 'none' }),
  anexo.column('criado_em', {
    label: 'Enviado em',
    width: 170,
    card: 'none',
    text: (row) => formatDateTime(row.criado_em),
  }),
  anexo.column('hash', { width: 260, hidden: true }),
]

const actions: readonly TableAction[] = [
  {
    label: 'Baixar',
    icon: 'down',
    run: ([row]: readonly Row[]) => {
      if (row !== undefined) download(row)
    },
    reason: (rows) => (rows.length === 1 ? undefined : 'Selecione um anexo só.'),
  },
  {
    label: 'Excluir',
    icon: 'trash',
    run: (rows: readonly Row[]) =>
      void deleteRecords({ resource: RESOURCE, rows, nameOf: ({ nome }) => textOf(nome), forGood: true }),
    reason: (rows) => (rows.length > 0 && rows.length <= MOST ? undefined : `Selecione de um a ${MOST} anexos.`),
  },
]

/** What is attached to the records that one may see, and how much room that takes. */
export const Anexos = (): ReactElement => (
  <ResourceTable
    resource={RESOURCE}
    columns={columns}
    actions={actions}
    toolbar={<Usage />}
    create={false}
    deletable={false}
    sort={{ field: 'id', desc: true }}
  />
)
